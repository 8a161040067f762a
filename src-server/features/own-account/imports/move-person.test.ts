import { expect, test } from 'bun:test'
import type { Home } from '#contract/home.ts'
import type { OwnData } from '#contract/own-account.ts'
import type { DriverRating, GivenRating } from '#contract/ratings.ts'
import type { DriverStats } from '#contract/stats.ts'
import { broughtVerdicts, journal, ratings, users } from '#db/schema.ts'
import { memberCalled } from '#server/features/accounts/users.ts'
import { readOwnDataFile } from '#server/own-data-file/read-own-data-file.ts'
import { anOwnDataFile, aVerdictInFile as verdict } from '#server/testing/own-data-file.ts'
import { familyOf, type TestMember, type testApp } from '#server/testing/test-app.ts'
import { movePerson } from './move-person.ts'

function move({ context }: ReturnType<typeof testApp>, username: string, content: unknown) {
	const file = readOwnDataFile(new TextEncoder().encode(JSON.stringify(content)), context.clock.now())
	return movePerson(context, memberCalled(context, username), file)
}

const fileOf = async (who: TestMember) => (await who.get(`/api/users/${who.id}/data`)).body as OwnData
const statsOf = async (who: TestMember, id: number) => (await who.get(`/api/drivers/${id}/stats`)).body as DriverStats

test('a moved person’s verdicts count here with their dates: of members by username, of others as ghosts [T73]', async () => {
	const there = await familyOf('mum', 'theo')
	const elke = await there.app.ghost(there.mum, 'Elke')
	await there.app.rate(there.mum, elke.id, { starRating: 2 })
	// Verdicts of the same millisecond have no order.
	await Bun.sleep(2)
	await there.app.rate(there.mum, there.theo.id, { starRating: 3 })
	await there.app.rate(there.theo, there.mum.id)
	const file = await fileOf(there.mum)
	const { app, mum, theo } = await familyOf('mum', 'theo')
	await app.rate(theo, mum.id, { starRating: 1 })
	await app.rate(mum, theo.id, { starRating: 5 })

	const { drivers } = move(app, 'MUM', file)

	expect(drivers.map(({ name, driver, verdicts }) => [name, driver?.username, verdicts.length])).toEqual([
		['theo', 'theo', 1],
		['Elke', undefined, 1],
	])
	const given = (await mum.get('/api/ratings')).body as GivenRating[]
	expect(given.map(({ driver, starRating }) => [driver.display_name ?? driver.username, starRating])).toEqual([
		['theo', 5],
		['theo', 3],
		['Elke', 2],
	])
	expect(given.slice(1).map(({ id, createdAt }) => [id, createdAt])).toEqual(
		file.ratingsGiven.map(({ id, createdAt }) => [id, createdAt]),
	)
	expect(await statsOf(theo, theo.id)).toMatchObject({ totalRides: 2, averageStar: 4 })
	const ofTheo = (await theo.get(`/api/ratings/driver/${theo.id}`)).body as DriverRating[]
	expect(ofTheo.map(({ starRating }) => starRating)).toEqual([5, 3])
	const { drivers: home } = (await mum.get('/api/home')).body as Home
	expect(home.map(({ display_name, username, totalRides }) => [display_name ?? username, totalRides])).toEqual([
		['theo', 2],
		['Elke', 1],
	])
	expect((await statsOf(mum, mum.id)).totalRides).toBe(1)
	expect(app.rows(journal).at(-1)).toMatchObject({ act: 'verdicts_imported', subjectName: 'mum', detail: '2' })
})

test('nobody is told of moved verdicts', async () => {
	const { app, mum, theo } = await familyOf('mum', 'theo')
	const before = [await theo.get('/api/user'), await theo.get('/api/home')].map(({ body }) => body)

	move(app, 'mum', anOwnDataFile({ ratingsGiven: [verdict(1, { driver: 'Theo', driverUsername: 'theo' })] }))

	expect((await statsOf(mum, theo.id)).totalRides).toBe(1)
	expect(((await mum.get('/api/home')).body as Home).drivers.map(({ id }) => id)).toEqual([theo.id])
	const after = [await theo.get('/api/user'), await theo.get('/api/home')].map(({ body }) => body)
	expect(after[0]).toEqual(before[0])
	expect((after[1] as Home).notice).toEqual((before[1] as Home).notice)
})

test('the same file moves nobody twice, and a longer one goes on with the ghosts that are here', async () => {
	const { app, mum } = await familyOf('mum')
	const bob = { driver: 'Bob', driverId: 9 }
	const short = anOwnDataFile({ ratingsGiven: [verdict(1, bob)] })
	const long = anOwnDataFile({ ratingsGiven: [verdict(1, bob), verdict(2, bob), verdict(3, { driver: 'Ann' })] })
	const ann = await app.ghost(mum, 'Ann')

	move(app, 'mum', short)
	const again = move(app, 'mum', short)
	const [ghost] = app.rows(users).filter(({ displayName }) => displayName === 'Bob')
	app.db.write(() => app.context.queries.ghosts.changeGhost(ghost?.id ?? 0, { displayName: 'Uncle Bob' }))
	const { drivers, leftOut } = move(app, 'mum', long)

	expect([again.drivers, again.leftOut.alreadyHere]).toEqual([[], 1])
	expect(drivers.map(({ name, driver }) => [name, driver?.id])).toEqual([
		['Uncle Bob', ghost?.id],
		['Ann', ann.id],
	])
	expect(leftOut.alreadyHere).toBe(1)
	expect(app.rows(users).filter(({ isGhost }) => isGhost)).toHaveLength(2)
})

test('verdicts about the member or the demo driver stay outside, and ids that others have are replaced', async () => {
	const { app, mum, theo } = await familyOf('mum', 'theo')
	const other = await app.rate(theo, mum.id)
	const ids = app.rows(ratings).map(({ wireId }) => wireId)

	const { leftOut, drivers } = move(
		app,
		'mum',
		anOwnDataFile({
			ratingsGiven: [
				verdict(1, { driverUsername: 'mum' }),
				verdict(2, { driverUsername: 'demo' }),
				verdict(3, { id: ids[0], driver: '<b>' }),
			],
		}),
	)

	expect(leftOut).toMatchObject({ ofThemselves: 1, ofDemoDriver: 1, alreadyHere: 0 })
	expect(drivers.map(({ name }) => name)).toEqual(['<b>'])
	expect(app.rows(ratings).find(({ wireId }) => wireId === other.id)?.raterId).toBe(theo.id)
	expect(app.rows(ratings)).toHaveLength(2)
})

test('what the member had brought counts from now on, instead of standing there twice', async () => {
	const { app, mum } = await familyOf('mum')
	const file = anOwnDataFile({ ratingsGiven: [verdict(1), verdict(2)] })
	await mum.post(`/api/users/${mum.id}/imports`, anOwnDataFile({ ratingsGiven: [verdict(1)] }))

	move(app, 'mum', file)

	expect(app.rows(broughtVerdicts)).toEqual([])
	expect((await mum.get('/api/ratings?placeholders=without')).body).toHaveLength(2)
})

test('a file of version 1 names drivers as they were called', async () => {
	const { app, theo } = await familyOf('mum', 'theo')
	const { driverUsername: _, ...old } = verdict(1, { driver: 'Theo' })

	const { drivers } = move(app, 'mum', {
		product: 'Backseat',
		ratingsGiven: [old, { ...old, id: 8, driver: 'Tante Ilse', driverId: 3 }],
	})

	expect(drivers.map(({ name, driver }) => [name, driver?.id])).toEqual([
		['theo', theo.id],
		['Tante Ilse', undefined],
	])
})
