import { busy } from '#server/http/problems.ts'
import type { PictureCache } from './picture-cache.ts'
import { isWholePng } from './picture-cache.ts'
import { type Picture, textOfPicture } from './picture-content.ts'

/** The caller waits for each drawing to finish before it starts the next. */
export type DrawPicture = (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>

const WAITING_MAX = 100
/** Limit per client address, so that one client cannot fill the queue. */
const OF_ADDRESS_MAX = 20

/**
 * Receipts belong to their raters, trips are deleted later, and months name members who may leave, so none may remain in
 * the cache.
 */
const NOT_KEPT: Picture['content']['kind'][] = ['receipt', 'trip', 'trip_invite', 'month']
const isKept = ({ content }: Picture) => !NOT_KEPT.includes(content.kind)

export const nameOfPicture = (picture: Picture): string => Bun.SHA256.hash(textOfPicture(picture), 'hex')

type Job = { address: string; start(): Promise<unknown>; hasStarted: boolean }

/** Returns cached pictures at once and draws others one after another, each once for all clients waiting for it. */
export function drawnPictures({ draw, cache }: { draw: DrawPicture; cache: PictureCache }) {
	type Drawing = { job: Job; png: Promise<Uint8Array<ArrayBuffer>> }
	const underway = new Map<string, Drawing>()
	/** Jobs by address; the map's order is the order in which addresses get their turn. */
	const queues = new Map<string, Job[]>()
	let isDrawing = false

	function enqueue(address: string, job: Job) {
		const queue = queues.get(address) ?? []
		if (!queue.includes(job)) queues.set(address, [...queue, job])
	}

	function takeNext(): Job | undefined {
		for (const [address, queue] of queues) {
			queues.delete(address)
			// A job that several addresses wait for may have run in another address's turn.
			const [job, ...others] = queue.filter(({ hasStarted }) => !hasStarted)
			if (others.length > 0) queues.set(address, others)
			if (job) return job
		}
		return undefined
	}

	async function drawNext() {
		const job = isDrawing ? undefined : takeNext()
		if (!job) return
		isDrawing = true
		job.hasStarted = true
		await job.start()
		isDrawing = false
		void drawNext()
	}

	function start(name: string, picture: Picture, address: string): Promise<Uint8Array<ArrayBuffer>> {
		const ofAddress = [...underway.values()].filter(({ job }) => job.address === address).length
		if (underway.size >= WAITING_MAX || ofAddress >= OF_ADDRESS_MAX) throw busy()
		const keep = isKept(picture) ? cache.keeperFor(name) : () => undefined
		const { promise: png, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
		const job: Job = { address, hasStarted: false, start: () => draw(picture).then(resolve, reject) }
		underway.set(name, { job, png })
		const end = () => underway.delete(name)
		void png.then(keep).then(end, end)
		enqueue(address, job)
		void drawNext()
		return png
	}

	/**
	 * `address` identifies the client for limits. `beforeDrawing` runs before a drawing starts for this client, and may throw.
	 */
	return async function pictureFor(
		picture: Picture,
		{ address, beforeDrawing }: { address: string; beforeDrawing: () => void },
	): Promise<Uint8Array<ArrayBuffer>> {
		const name = nameOfPicture(picture)
		const kept = underway.has(name) ? null : await cache.read(name)
		if (kept && isWholePng(kept, picture.shape)) return kept
		const drawing = underway.get(name)
		if (!drawing) {
			beforeDrawing()
			return start(name, picture, address)
		}
		// The job runs in the turn of the address that comes first.
		if (drawing.job.address !== address && !drawing.job.hasStarted) enqueue(address, drawing.job)
		return drawing.png
	}
}
