import { expect, test } from 'bun:test'
import { hostGhostService } from '#server/features/host/ghosts/ghosts.service.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { aRating, type TestGhost, type TestMember, testApp } from '#server/testing/test-app.ts'

type Family = Awaited<ReturnType<typeof family>>
type Name = 'mum' | 'dad' | 'aunt' | 'stranger'

/** Mum made the ghost and aunt has rated it; dad and the stranger have no relation to it. */
async function family() {
	const app = testApp()
	const mum = await app.member('mum')
	const dad = await app.member('dad')
	const aunt = await app.member('aunt')
	const stranger = await app.member('stranger')
	const ghost = await app.ghost(mum)
	await app.rate(aunt, ghost.id)
	return { app, mum, dad, aunt, stranger, ghost }
}

const claim = (claimer: TestMember, { ghostClaimToken: token }: TestGhost) =>
	claimer.post('/api/ghost-drivers/claim', { token })

const takeBackNewest = async ({ mum }: Family) => {
	const [rating] = (await mum.get('/api/ratings')).body as { id: number }[]
	await mum.delete(`/api/ratings/${rating?.id}`)
}
const changeNewest = async ({ mum, dad }: Family) => {
	const [rating] = (await mum.get('/api/ratings')).body as { id: number }[]
	await mum.put(`/api/ratings/${rating?.id}`, aRating({ driverId: dad.id, starRating: 1 }))
}
const sendTwice = ({ dad, mum }: Family) =>
	mum.post('/api/ratings', aRating({ driverId: dad.id }), { 'Idempotency-Key': 'same-key-1' })
const hideDad = ({ mum, dad }: Family) => mum.post('/api/hidden-drivers', { userId: mum.id, driverId: dad.id })
const dadClaims = ({ dad, ghost }: Family) => claim(dad, ghost)

const mumRates = ({ app, mum, dad }: Family) => app.rate(mum, dad.id)
const mumSeals = ({ app, mum, dad }: Family) => app.rate(mum, dad.id, { delivery: 'evening' })
const guestRates = ({ app, dad }: Family) => app.rate(app.browser(), dad.id)
const answerOfDad = async ({ dad }: Family) => {
	const [rating] = (await dad.get('/api/ratings/received')).body as { id: number }[]
	return `/api/ratings/${rating?.id}/reply`
}
const dadAnswers = async (family: Family) => family.dad.put(await answerOfDad(family), { sticker: 'rain' })
const dadTakesAnswerBack = async (family: Family) => family.dad.delete(await answerOfDad(family))
const mumRatesAndDadAnswers = async (family: Family) => {
	await mumRates(family)
	await dadAnswers(family)
}
const mumSeesAnswers = ({ mum }: Family) => mum.post(`/api/users/${mum.id}/mark-replies-seen`)

const EVENTS: [
	what: string,
	act: (family: Family) => Promise<unknown>,
	heard: Partial<Record<Name, string[]>>,
	before?: (family: Family) => Promise<unknown>,
][] = [
	['a rating', ({ app, mum, dad }) => app.rate(mum, dad.id), { mum: ['home'], dad: ['notice'] }],
	['a rating by a guest', ({ app, dad }) => app.rate(app.browser(), dad.id), { dad: ['notice'] }],
	['a placeholder', ({ app, mum, dad }) => app.rate(mum, dad.id, { isPlaceholder: true }), { mum: ['home'] }],
	['a rating of a ghost', ({ app, mum, ghost }) => app.rate(mum, ghost.id), { mum: ['home'] }],
	[
		'a ghost that a host gives another name',
		async ({ app, ghost }) => hostGhostService(app.context).rename(TERMINAL, ghost.id, 'Bobby'),
		{ mum: ['home'], aunt: ['home'] },
	],
	[
		'a ghost that a host deletes',
		async ({ app, ghost }) => hostGhostService(app.context).remove(TERMINAL, ghost.id),
		{ mum: ['home'], aunt: ['home'] },
	],
	['a sealed rating', mumSeals, { mum: ['home'] }],
	['a sealed rating by a guest', ({ app, dad }) => app.rate(app.browser(), dad.id, { delivery: 'evening' }), {}],
	['changing a sealed rating', changeNewest, { mum: ['home'] }, mumSeals],
	['taking back a sealed rating', takeBackNewest, { mum: ['home'] }, mumSeals],
	['a rating that comes a second time', sendTwice, {}, sendTwice],
	['a rating that is refused', ({ mum }) => mum.post('/api/ratings', aRating({ driverId: mum.id })), {}],
	[
		'a rating of a driver whom they had hidden',
		({ app, mum, dad }) => app.rate(mum, dad.id),
		{ mum: ['home'], dad: ['notice'] },
		hideDad,
	],
	['an answer to a rating', dadAnswers, { mum: ['replies'], dad: ['replies'] }, mumRates],
	['the same answer once more', dadAnswers, {}, mumRatesAndDadAnswers],
	['an answer to a guest’s rating', dadAnswers, { dad: ['replies'] }, guestRates],
	['an answer that is taken back', dadTakesAnswerBack, { mum: ['replies'], dad: ['replies'] }, mumRatesAndDadAnswers],
	['looking at new answers', mumSeesAnswers, { mum: ['replies'] }, mumRatesAndDadAnswers],
	['looking where there are none', mumSeesAnswers, {}, mumRates],
	['hiding a driver', hideDad, { mum: ['home'] }],
	[
		'showing a hidden driver again',
		({ mum, dad }) => mum.delete('/api/hidden-drivers', { userId: mum.id, driverId: dad.id }),
		{ mum: ['home'] },
	],
	['adding a ghost', ({ app, mum }) => app.ghost(mum, 'Cousin Vinny'), { mum: ['home'] }],
	[
		'giving a ghost another name',
		({ mum, ghost }) => mum.put(`/api/ghost-drivers/${ghost.id}`, { username: 'Bobby' }),
		{ mum: ['home'], aunt: ['home'] },
	],
	[
		'giving somebody else’s ghost another name, which is refused',
		({ aunt, ghost }) => aunt.put(`/api/ghost-drivers/${ghost.id}`, { username: 'Bobby' }),
		{},
	],
	[
		'deleting a ghost',
		async ({ app, mum }) => mum.delete(`/api/ghost-drivers/${(await app.ghost(mum, 'Vinny')).id}`),
		{ mum: ['home'] },
	],
	[
		'deleting a ghost that others rated, which is refused',
		({ mum, ghost }) => mum.delete(`/api/ghost-drivers/${ghost.id}`),
		{},
	],
	['a claim', dadClaims, { mum: ['home'], aunt: ['home'], dad: ['notice'] }],
	[
		'a claim by a newcomer',
		({ app, ghost }) =>
			app
				.browser()
				.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken, username: 'bob', password: 'backseat' }),
		{ mum: ['home'], aunt: ['home'] },
	],
	['a claim that comes too late', ({ stranger, ghost }) => claim(stranger, ghost), {}, dadClaims],
	[
		'undoing a claim',
		async ({ app, ghost }) => hostGhostService(app.context).undoClaim(TERMINAL, ghost.id),
		{ mum: ['home'], aunt: ['home'], dad: ['notice'] },
		dadClaims,
	],
	[
		'leaving soon after a claim, which gives the ghost back',
		({ dad }) => dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'stay' }),
		{ mum: ['home'], aunt: ['home'] },
		dadClaims,
	],
	['changing a rating', changeNewest, { mum: ['home'] }, mumRates],
	[
		'taking back the only new rating',
		takeBackNewest,
		{ mum: ['home'], dad: ['notice'] },
		({ app, mum, dad }) => app.rate(mum, dad.id),
	],
	[
		'taking back one of two new ratings',
		takeBackNewest,
		{ mum: ['home'] },
		async ({ app, mum, aunt, dad }) => {
			await app.rate(aunt, dad.id)
			await app.rate(mum, dad.id)
		},
	],
	[
		'looking around',
		async ({ mum, dad }) => {
			for (const path of ['home', 'user', `users/${dad.id}`, `drivers/${dad.id}/stats`, 'ratings'])
				await mum.get(`/api/${path}`)
		},
		{},
	],
	[
		'a new face and another name, which are in no list of their own',
		async ({ mum }) => {
			await mum.patch(`/api/users/${mum.id}`, { avatarId: 2 })
			await mum.put(`/api/users/${mum.id}`, { username: 'mama' })
		},
		{},
	],
]

for (const [what, act, heard, before] of EVENTS)
	test(`${what} is told to those whom it concerns, and to nobody else [T18] [spec 11.1]`, async () => {
		const people = await family()
		await before?.(people)
		const names: Name[] = ['mum', 'dad', 'aunt', 'stranger']
		const streams = await Promise.all(
			names.map(async (name) => [name, await listenAs(people.app, people[name])] as const),
		)

		await act(people)

		const told = await Promise.all(streams.map(async ([name, stream]) => [name, await stream.heard()] as const))
		expect(Object.fromEntries(told.filter(([, events]) => events.length > 0))).toEqual(heard)
	})

test('a guest’s rating that a member keeps by logging in shows in their other browsers', async () => {
	const { app, mum, dad } = await family()
	const guest = app.browser()
	const { id: ratingId } = await app.rate(guest, dad.id)
	const laptop = await listenAs(app, mum)

	await guest.post('/api/login', { username: 'mum', password: mum.password, ratingId })

	expect(await laptop.heard()).toEqual(['home'])
})

test('an event says nothing but its name [T18]', async () => {
	const { app, mum, dad } = await family()
	const stream = await listenAs(app, dad)

	await app.rate(mum, dad.id, { starRating: 1 })
	app.wait(0.05)
	await stream.hasEnded()

	expect(stream.text()).toBe('retry: 2000\n: open\n\nevent: notice\ndata: {}\n\n')
})

test('all browsers of a member hear it, the one that did it too', async () => {
	const { app, mum, dad } = await family()
	const laptop = app.browser()
	await laptop.post('/api/login', { username: 'mum', password: mum.password })
	const streams = [await listenAs(app, mum), await listenAs(app, laptop)]

	await app.rate(mum, dad.id)

	expect(await Promise.all(streams.map((stream) => stream.heard()))).toEqual([['home'], ['home']])
})

test('many ratings at once are one event', async () => {
	const { app, mum, aunt, stranger, dad } = await family()
	const stream = await listenAs(app, dad)

	await Promise.all([mum, aunt, stranger, app.browser()].map((rater) => app.rate(rater, dad.id)))
	expect(await stream.heard()).toEqual(['notice'])
	await app.rate(mum, dad.id)

	expect(await stream.heard()).toEqual(['notice'])
})

test('nothing is told of what is undone, nor before it is on disk [B1]', async () => {
	const { app, mum } = await family()
	const { db, live } = app.context
	const stream = await listenAs(app, mum)

	expect(() =>
		db.write(() => {
			live.notify(mum.id, 'home')
			throw new Error('undone')
		}),
	).toThrow('undone')
	await db
		.writeTogether(() => {
			live.notify(mum.id, 'notice')
			throw new Error('undone')
		})
		.catch(() => {})
	expect(await stream.heard()).toEqual([])

	db.write(() => {
		live.notify(mum.id, 'home')
		app.wait(1)
	})
	expect(await stream.heard()).toEqual(['home'])
})
