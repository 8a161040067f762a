import { expect, test } from 'bun:test'
import * as v from 'valibot'
import type { ImportPlan, VerdictImport } from '#contract/imports.ts'
import type { OwnData } from '#contract/own-account.ts'
import { OWN_DATA_FILES } from '#contract/own-data-file.ts'
import type { GivenRating } from '#contract/ratings.ts'
import { broughtVerdicts, users, verdictImports } from '#db/schema.ts'
import { anOwnDataFile as file, aVerdictInFile as verdict } from '#server/testing/own-data-file.ts'
import { familyOf, type TestMember, testApp } from '#server/testing/test-app.ts'

const previewOf = async (who: TestMember, content: unknown) =>
	(await who.post(`/api/users/${who.id}/imports/preview`, content)).body as ImportPlan
const bring = (who: TestMember, content: unknown) => who.post(`/api/users/${who.id}/imports`, content)
const dataOf = async (who: TestMember) => (await who.get(`/api/users/${who.id}/data`)).body as OwnData
const listOf = async (who: TestMember, more = '') =>
	(await who.get(`/api/ratings?placeholders=without${more}`)).body as GivenRating[]

test('a member brings the file of another instance, of which the preview has told them every driver [T73]', async () => {
	const there = await familyOf('mum', 'theo')
	const ghost = await there.app.ghost(there.mum, '<b>')
	await there.app.rate(there.mum, there.theo.id, { starRating: 2, rideQuality: 'bumpy' })
	await there.app.rate(there.mum, ghost.id)
	await there.app.rate(there.mum, ghost.id)
	await there.app.rate(there.mum, there.theo.id, { delivery: 'evening' })
	await there.mum.post('/api/ratings', { ...ratingOf(2), isPlaceholder: true })
	const written = await dataOf(there.mum)
	v.assert(OWN_DATA_FILES[2], written)
	const { app, mum } = await familyOf('mum')

	const plan = await previewOf(mum, written)
	const { status, body } = await bring(mum, written)

	expect(plan).toEqual({
		verdicts: 3,
		drivers: [
			{ name: '<b>', verdicts: 2 },
			{ name: 'theo', verdicts: 1 },
		],
		otherDrivers: 0,
		leftOut: { placeholders: 1, sealed: 1, alreadyHere: 0, twiceInFile: 0 },
	})
	expect({ status, body }).toMatchObject({ status: 201, body: { verdicts: 3, drivers: 2 } })
	const listed = await listOf(mum)
	expect(listed.map(({ driver, driverId, starRating }) => [driver.display_name, driverId, starRating])).toEqual([
		['<b>', 1, 4],
		['<b>', 1, 4],
		['theo', 1, 2],
	])
	const theirs = written.ratingsGiven.find(({ starRating }) => starRating === 2)
	expect(listed[2]).toMatchObject({
		rideQuality: 'bumpy',
		createdAt: theirs?.createdAt,
		broughtAt: (body as VerdictImport).importedAt,
	})
	expect(listed.map(({ id }) => id)).not.toContain(theirs?.id)
	expect(app.rows(users).filter(({ isGhost }) => isGhost)).toEqual([])
})

const ratingOf = (driverId: number) => ({
	driverId,
	rideQuality: 'smooth',
	safetyFeeling: 'safe',
	vibeQuality: 'good',
	starRating: 5,
})

test('each verdict comes once, from one file or two, and a longer file later brings what is new', async () => {
	const { mum, dad } = await familyOf('mum', 'dad')
	const [one, two, three] = [verdict(1), verdict(2), verdict(3)]

	expect((await previewOf(mum, file({ ratingsGiven: [one, two, one] }))).leftOut.twiceInFile).toBe(1)
	expect((await bring(mum, file({ ratingsGiven: [one, two, one] }))).body).toMatchObject({ verdicts: 2 })
	expect(await bring(mum, file({ ratingsGiven: [two] }))).toMatchObject({ status: 409, body: { code: 'nothing_new' } })
	const longer = file({ ratingsGiven: [three, two], broughtVerdicts: [one] })
	expect(await previewOf(mum, longer)).toMatchObject({ verdicts: 1, leftOut: { alreadyHere: 2 } })
	expect((await bring(mum, longer)).body).toMatchObject({ verdicts: 1 })
	expect(await listOf(mum)).toHaveLength(3)
	// Another member's are theirs.
	expect((await bring(dad, longer)).body).toMatchObject({ verdicts: 3 })
})

test('a file of this very instance brings what was taken back, and nothing that is still here', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const kept = await app.rate(mum, dad.id)
	const gone = await app.rate(mum, 2)
	const written = await dataOf(mum)
	await mum.delete(`/api/ratings/${gone.id}`)

	expect(await previewOf(mum, written)).toMatchObject({ verdicts: 1, leftOut: { alreadyHere: 1 } })
	expect((await bring(mum, written)).body).toMatchObject({ verdicts: 1 })
	expect((await listOf(mum)).map(({ id, broughtAt }) => [id === kept.id, broughtAt !== undefined])).toEqual([
		[true, false],
		[false, true],
	])
})

test('they move on with the member: a second move brings them along, and a move back brings nothing twice', async () => {
	const first = await familyOf('mum', 'dad')
	await first.app.rate(first.mum, first.dad.id)
	const second = await familyOf('mum', 'theo')
	await bring(second.mum, await dataOf(first.mum))
	await second.app.rate(second.mum, second.theo.id)
	const third = await familyOf('mum')

	const moved = await dataOf(second.mum)
	expect(moved).toMatchObject({ broughtVerdicts: [{ driver: 'dad' }], ratingsGiven: [{ driver: 'theo' }] })
	expect((await bring(third.mum, moved)).body).toMatchObject({ verdicts: 2, drivers: 2 })
	expect(await previewOf(first.mum, await dataOf(third.mum))).toMatchObject({
		verdicts: 1,
		leftOut: { alreadyHere: 1 },
	})
	expect(await previewOf(third.mum, await dataOf(first.mum))).toMatchObject({ verdicts: 0 })
})

test('own verdicts come first, and pages go on across the border', async () => {
	const { app, mum } = await familyOf('mum')
	for (let nth = 0; nth < 3; nth++) await app.rate(mum, 2)
	await bring(mum, file({ ratingsGiven: [4, 1, 3, 2].map((nth) => verdict(nth)) }))
	const all = await listOf(mum)

	const paged: GivenRating[] = []
	for (let before = ''; ; ) {
		const page = await listOf(mum, `&limit=2${before}`)
		paged.push(...page)
		if (page.length === 0) break
		before = `&before=${page.at(-1)?.id}`
	}

	expect(paged).toEqual(all)
	expect(all.map(({ driver: { display_name }, broughtAt }) => (broughtAt ? display_name : 'own'))).toEqual([
		...['own', 'own', 'own'],
		...['Driver 4', 'Driver 3', 'Driver 2', 'Driver 1'],
	])
})

test('they are listed alone, too, in pages', async () => {
	const { app, mum } = await familyOf('mum')
	const own = await app.rate(mum, 2)
	await bring(mum, file({ ratingsGiven: [1, 2, 3].map((nth) => verdict(nth)) }))
	const alone = async (more = '') => mum.get(`/api/ratings?only=brought${more}`)
	const first = (await alone('&limit=2')).body as GivenRating[]

	expect(first.map(({ driver }) => driver.display_name)).toEqual(['Driver 3', 'Driver 2'])
	expect((await alone(`&before=${first[1]?.id}`)).body).toMatchObject([{ driver: { display_name: 'Driver 1' } }])
	expect((await alone(`&before=${own.id}`)).status).toBe(400)
	expect((await app.browser().get('/api/ratings?only=brought')).body).toEqual([])
})

test('a client that finds drivers through its ratings gets none of them, and no page begins at another member’s', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const own = await app.rate(mum, dad.id)
	await bring(mum, file())
	const [, brought] = await listOf(mum)

	expect((await mum.get('/api/ratings')).body).toMatchObject([{ id: own.id }])
	expect((await mum.get(`/api/ratings?before=${brought?.id}`)).status).toBe(400)
	expect((await dad.get(`/api/ratings?placeholders=without&before=${brought?.id}`)).status).toBe(400)
})

test('nothing can be done to a brought verdict, by whoever gave it', async () => {
	const { mum, dad } = await familyOf('mum', 'dad')
	await bring(mum, file())
	const [brought] = await listOf(mum)
	const at = `/api/ratings/${brought?.id}`
	const { driverId: _, ...said } = ratingOf(2)

	for (const who of [mum, dad])
		expect(
			await Promise.all([
				who.get(at),
				who.put(at, said),
				who.delete(at),
				who.post(`${at}/not-mine`),
				who.post(`${at}/picture`, { pool: 'DEFAULT', place: 0 }),
				who.post(`${at}/report`, { reason: 'mistake' }),
				who.put(`${at}/reply`, { sticker: 'thanks' }),
				who.post('/api/sent', { kind: 'receipt', ratingId: brought?.id, pool: 'DEFAULT', place: 0 }),
			]).then((answers) => answers.map(({ status }) => status)),
		).toEqual(Array(8).fill(404))
})

test('strangers and other members see neither imports nor what they brought [T73]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const { body } = await bring(mum, file())
	const { id } = body as VerdictImport
	const visitor = app.browser()
	const calls = (who: Pick<TestMember, 'get' | 'post' | 'delete'>) =>
		Promise.all([
			who.get(`/api/users/${mum.id}/imports`),
			who.post(`/api/users/${mum.id}/imports/preview`, file()),
			who.post(`/api/users/${mum.id}/imports`, file()),
			who.delete(`/api/users/${mum.id}/imports/${id}`),
		]).then((answers) => answers.map(({ status }) => status))

	expect(await calls(visitor)).toEqual([401, 401, 401, 401])
	expect(await calls(dad)).toEqual([403, 403, 403, 403])
	expect((await dad.delete(`/api/users/${dad.id}/imports/${id}`)).status).toBe(404)
	expect(await listOf(dad)).toEqual([])
	expect((await dad.get(`/api/users/${dad.id}/imports`)).body).toEqual([])
	expect(app.rows(broughtVerdicts)).toHaveLength(1)
})

test('for a day a member takes back what a file brought, and can bring it again', async () => {
	const { app, mum } = await familyOf('mum')
	const first = (await bring(mum, file())).body as VerdictImport
	const second = (await bring(mum, file({ ratingsGiven: [verdict(2)] }))).body as VerdictImport
	const imports = async () => (await mum.get(`/api/users/${mum.id}/imports`)).body as VerdictImport[]
	const undo = ({ id }: VerdictImport) => mum.delete(`/api/users/${mum.id}/imports/${id}`)

	expect((await imports()).map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted())
	app.wait(86_000)
	expect((await undo(first)).status).toBe(204)
	expect((await undo(first)).status).toBe(404)
	expect((await listOf(mum)).map(({ driver }) => driver.display_name)).toEqual(['Driver 2'])
	app.wait(500)
	expect(await undo(second)).toMatchObject({ status: 409, body: { code: 'too_late' } })
	expect(await imports()).toMatchObject([{ id: second.id, undoUntil: null }])
	expect((await bring(mum, file())).status).toBe(201)
})

test('the account takes all of it along when it is deleted, also when ratings stay', async () => {
	for (const ratings of ['stay', 'go']) {
		const { app, mum } = await familyOf('mum', 'dad')
		await bring(mum, file())

		await mum.delete(`/api/users/${mum.id}`, { password: mum.password, ratings })

		expect([app.rows(broughtVerdicts), app.rows(verdictImports)]).toEqual([[], []])
	}
})

test('five files a day come in, refused ones aside, and thirty are read in an hour [T73]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const mum = await app.member('mum')
	for (let nth = 1; nth <= 5; nth++) {
		expect((await bring(mum, file({ ratingsGiven: [verdict(nth, { starRating: 9 })] }))).status).toBe(400)
		expect((await bring(mum, file({ ratingsGiven: [verdict(nth)] }))).status).toBe(201)
	}

	const { status, headers } = await bring(mum, file({ ratingsGiven: [verdict(6)] }))
	expect([status, Number(headers.get('retry-after')) > 80_000]).toEqual([429, true])
	for (let read = 11; read < 30; read++) await previewOf(mum, file())
	expect((await mum.post(`/api/users/${mum.id}/imports/preview`, file())).status).toBe(429)
	app.wait(86_400)
	expect((await bring(mum, file({ ratingsGiven: [verdict(6)] }))).status).toBe(201)
})

test('a member keeps 20,000 of them at most', async () => {
	const { mum } = await familyOf('mum')
	const many = (count: number, from: number) =>
		file({ ratingsGiven: Array.from({ length: count }, (_, nth) => verdict(from + nth)) })

	expect((await bring(mum, many(19_999, 0))).body).toMatchObject({ verdicts: 19_999 })
	expect(await bring(mum, many(2, 30_000))).toMatchObject({ status: 409, body: { code: 'too_many_brought' } })
	expect((await bring(mum, many(1, 30_000))).status).toBe(201)
	expect((await mum.get('/api/glovebox')).body).toMatchObject({ brought: 20_000 })
})
