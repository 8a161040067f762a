import { createHash } from 'node:crypto'
import { type Picture, textOfPicture } from '#server/features/pictures/picture-content.ts'
import { busy } from '#server/http/problems.ts'
import type { PictureCache } from './picture-cache.ts'
import { isWholePng } from './png-check.ts'

/** Draws one picture. Not called again before it has answered. */
export type DrawPicture = (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>

/** With the one that is being drawn. Beyond that people are asked to come back. */
const WAITING_MAX = 100
/** Of one client address, so that nobody fills the queue alone. */
const OF_ADDRESS_MAX = 20

/** The same for the same picture, and for no other. */
export const nameOfPicture = (picture: Picture): string =>
	createHash('sha256').update(textOfPicture(picture)).digest('hex')

type Job = { address: string; begin(): Promise<unknown>; hasBegun: boolean }

/** Pictures as they are asked for: kept ones at once, others drawn one after the other, each once for all who ask. */
export function drawnPictures({ draw, cache }: { draw: DrawPicture; cache: PictureCache }) {
	type Drawing = { job: Job; png: Promise<Uint8Array<ArrayBuffer>> }
	const underway = new Map<string, Drawing>()
	/** The jobs of each address; addresses are in the order of their turns. */
	const queues = new Map<string, Job[]>()
	let isDrawing = false

	function enqueue(address: string, job: Job) {
		const queue = queues.get(address) ?? []
		if (!queue.includes(job)) queues.set(address, [...queue, job])
	}

	/** The first job of the address whose turn it is, which then goes to the end of the line. */
	function takeNext(): Job | undefined {
		for (const [address, queue] of queues) {
			queues.delete(address)
			// One that several addresses wait for may have had the turn of another.
			const [job, ...others] = queue.filter(({ hasBegun }) => !hasBegun)
			if (others.length > 0) queues.set(address, others)
			if (job) return job
		}
		return undefined
	}

	async function drawNext() {
		const job = isDrawing ? undefined : takeNext()
		if (!job) return
		isDrawing = true
		job.hasBegun = true
		await job.begin()
		isDrawing = false
		void drawNext()
	}

	function begin(name: string, picture: Picture, address: string): Promise<Uint8Array<ArrayBuffer>> {
		const ofAddress = [...underway.values()].filter(({ job }) => job.address === address).length
		if (underway.size >= WAITING_MAX || ofAddress >= OF_ADDRESS_MAX) throw busy()
		const keep = cache.keeperFor(name)
		const { promise: png, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
		const job: Job = { address, hasBegun: false, begin: () => draw(picture).then(resolve, reject) }
		underway.set(name, { job, png })
		const end = () => underway.delete(name)
		// Whoever waits for it need not wait for the disk, too.
		void png.then(keep).then(end, end)
		enqueue(address, job)
		void drawNext()
		return png
	}

	/**
	 * `address` is the client's, as limits count it. `beforeDrawing` is called if it has to be drawn for this one who asks; it
	 * may refuse.
	 */
	return async function pictureFor(
		picture: Picture,
		{ address, beforeDrawing }: { address: string; beforeDrawing: () => void },
	): Promise<Uint8Array<ArrayBuffer>> {
		const name = nameOfPicture(picture)
		const kept = underway.has(name) ? null : await cache.read(name)
		if (kept && isWholePng(kept, picture.shape)) return kept
		const begun = underway.get(name)
		if (!begun) {
			beforeDrawing()
			return begin(name, picture, address)
		}
		// At the turn of whichever address comes first.
		if (begun.job.address !== address && !begun.job.hasBegun) enqueue(address, begun.job)
		return begun.png
	}
}
