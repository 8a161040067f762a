import { expect, test } from 'bun:test'
import { ALL_BAD } from '#contract/impressions.ts'
import { drawnPictures, nameOfPicture } from './drawn-pictures.ts'
import type { PictureCache } from './picture-cache.ts'
import type { Picture } from './picture-content.ts'
import { aPng } from './testing/a-png.ts'

const nth = (waiting: number): Picture => ({ content: { kind: 'claim', name: 'Bob', waiting }, shape: 'preview' })
const MUM = '203.0.113.7'
const DAD = '198.51.100.2'
const mayDraw = { address: MUM, beforeDrawing: () => {} }
const from = (address: string) => ({ ...mayDraw, address })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function studio(kept = new Map<string, Uint8Array<ArrayBuffer>>()) {
	const begun: { picture: Picture; finish: (png?: Uint8Array<ArrayBuffer>) => void; fail: () => void }[] = []
	const cache: PictureCache = {
		read: async (name) => kept.get(name) ?? null,
		keeperFor: (name) => async (png) => void kept.set(name, new Uint8Array(png)),
		empty: async () => kept.clear(),
	}
	const pictureFor = drawnPictures({
		cache,
		draw: (picture) => {
			const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
			begun.push({
				picture,
				finish: (png = aPng(picture.shape)) => resolve(png),
				fail: () => reject(new Error('the pencil broke')),
			})
			return promise
		},
	})
	return { pictureFor, begun, kept }
}

test('two who ask for one picture get one drawing, and the next one gets what was kept', async () => {
	const { pictureFor, begun } = studio()
	const both = [pictureFor(nth(1), mayDraw), pictureFor(nth(1), mayDraw)]
	await settled()
	expect(begun).toHaveLength(1)

	begun[0]?.finish()

	const [one, other] = await Promise.all(both)
	expect(one).toBe(other as Uint8Array<ArrayBuffer>)
	await settled()
	expect(await pictureFor(nth(1), mayDraw)).toEqual(aPng('preview'))
	expect(begun).toHaveLength(1)
})

test('one is drawn at a time, in the order in which they were asked for', async () => {
	const { pictureFor, begun } = studio()
	const asked = [1, 2, 3].map((waiting) => pictureFor(nth(waiting), mayDraw))
	await settled()

	for (const waiting of [1, 2, 3]) {
		expect(begun.map(({ picture }) => picture)).toEqual(Array.from({ length: waiting }, (_, at) => nth(at + 1)))
		begun.at(-1)?.finish()
		await asked[waiting - 1]
		await settled()
	}
})

async function drawAll({ begun }: ReturnType<typeof studio>): Promise<number[]> {
	for (let at = 0; at < begun.length; at++) {
		begun[at]?.finish()
		await settled()
	}
	return begun.map(({ picture: { content } }) => (content.kind === 'claim' ? content.waiting : -1))
}

test('twenty of one address wait and are drawn; the next is asked to come back, and finds room later [T7]', async () => {
	const pictures = studio()
	const { pictureFor } = pictures
	const waiting = Array.from({ length: 20 }, (_, at) => pictureFor(nth(at), mayDraw))
	await settled()

	const refused = pictureFor(nth(99), mayDraw)

	await expect(refused).rejects.toMatchObject({ problem: { status: 503, code: 'busy', retryAfterSeconds: 1 } })
	// A picture that is already queued needs no further slot.
	const sameAgain = pictureFor(nth(19), mayDraw)
	expect(await drawAll(pictures)).toEqual(Array.from({ length: 20 }, (_, at) => at))
	await Promise.all(waiting)
	expect(await sameAgain).toEqual(aPng('preview'))
	void pictureFor(nth(99), mayDraw)
	await settled()
	expect(await drawAll(pictures)).toContain(99)
})

test('whoever has twenty waiting keeps nobody else waiting for more than one: addresses take turns [T7]', async () => {
	const pictures = studio()
	for (let at = 0; at < 20; at++) void pictures.pictureFor(nth(at), mayDraw)
	for (const at of [50, 51]) void pictures.pictureFor(nth(at), from(DAD))
	void pictures.pictureFor(nth(70), from('192.0.2.1'))
	await settled()

	expect((await drawAll(pictures)).slice(0, 7)).toEqual([0, 1, 50, 70, 2, 51, 3])
})

test('a picture that waits in a long line is drawn sooner for another address that asks for it, and once', async () => {
	const pictures = studio()
	for (let at = 0; at < 10; at++) void pictures.pictureFor(nth(at), mayDraw)
	const same = [1, 2].map(() => pictures.pictureFor(nth(9), from(DAD)))
	await settled()

	expect(await drawAll(pictures)).toEqual([0, 1, 9, 2, 3, 4, 5, 6, 7, 8])
	expect(await Promise.all(same)).toEqual([aPng('preview'), aPng('preview')])
})

test('a hundred of all wait; who comes beyond that is asked to come back [T7]', async () => {
	const { pictureFor } = studio()
	for (let at = 0; at < 100; at++) void pictureFor(nth(at), from(`192.0.2.${Math.floor(at / 20)}`))
	await settled()

	await expect(pictureFor(nth(100), from('192.0.2.9'))).rejects.toMatchObject({ problem: { status: 503 } })
})

test('who may not have it drawn is refused, alone: not those who ask at the same time, nor for one that is kept', async () => {
	const { pictureFor, begun } = studio()
	const mayNot = {
		address: MUM,
		beforeDrawing: () => {
			throw new Error('too many')
		},
	}

	await expect(pictureFor(nth(1), mayNot)).rejects.toThrow('too many')
	const asked = pictureFor(nth(1), mayDraw)
	await settled()
	const joined = pictureFor(nth(1), mayNot)
	await settled()
	begun[0]?.finish()

	expect(await joined).toBe(await asked)
	await settled()
	expect(await pictureFor(nth(1), mayNot)).toEqual(aPng('preview'))
})

test('a drawing that fails fails for those who waited for it, and is tried again by the next', async () => {
	const { pictureFor, begun } = studio()
	const asked = [pictureFor(nth(1), mayDraw), pictureFor(nth(1), mayDraw)]
	await settled()
	begun[0]?.fail()
	const failed = { status: 'rejected' as const, reason: new Error('the pencil broke') }
	expect(await Promise.allSettled(asked)).toEqual([failed, failed])
	await settled()

	const again = pictureFor(nth(1), mayDraw)
	await settled()
	begun[1]?.finish()

	expect(await again).toEqual(aPng('preview'))
})

const NOT_KEPT: Record<string, Picture['content']> = {
	'a receipt [spec 12.6]': {
		...{ kind: 'receipt', name: 'Bob', avatarId: 2, joke: 'Amber is not a dare.', starRating: 2 },
		...ALL_BAD,
	},
	'a trip, which is forgotten after a while [spec 14.10]': {
		...{ kind: 'trip', name: 'Ski weekend', day: '2026-11-21', seats: 3 },
		drivers: [
			{
				name: 'Bob',
				avatarId: 2,
				verdicts: 2,
				averageStar: null,
				smooth: null,
				safe: null,
				goodVibes: null,
				isBest: false,
			},
		],
	},
	'a month, which names members [spec 15.14]': {
		...{ kind: 'month', month: '2026-11', rides: 3, people: 1, bumpy: 0 },
		awards: [{ award: 'safest', figure: '100% safe', winners: [{ name: 'Bob', avatarId: 2 }], others: 0 }],
	},
	'an invitation into a trip [spec 14.10]': {
		...{ kind: 'trip_invite', name: 'Ski weekend', drivers: [{ name: 'Bob', avatarId: 2 }] },
	},
}
test.each(Object.entries(NOT_KEPT))('nothing is kept of the picture of %s', async (_, content) => {
	const { pictureFor, begun, kept } = studio()
	const picture: Picture = { content, shape: 'preview' }

	for (const nth of [0, 1]) {
		const asked = [pictureFor(picture, mayDraw), pictureFor(picture, mayDraw)]
		await settled()
		begun[nth]?.finish()
		await Promise.all(asked)
		await settled()
	}

	expect([begun.length, kept.size]).toEqual([2, 0])
})

test('a kept file that is damaged, cut off or of another picture is drawn again and replaced', async () => {
	const whole = aPng('preview')
	const flipped = new Uint8Array(whole)
	flipped[60] = (flipped[60] ?? 0) ^ 1
	for (const found of [flipped, whole.slice(0, -5), new Uint8Array(0), aPng('story'), new Uint8Array([...whole, 0])]) {
		const { pictureFor, begun, kept } = studio(new Map([[nameOfPicture(nth(1)), found]]))
		const asked = pictureFor(nth(1), mayDraw)
		await settled()
		begun[0]?.finish(whole)

		expect(await asked).toEqual(whole)
		await settled()
		expect([...kept.values()]).toEqual([whole])
	}
})
