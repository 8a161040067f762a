import { expect, spyOn, test } from 'bun:test'
import type { Home } from '#contract/home.ts'
import { ALL_BAD } from '#contract/impressions.ts'
import type { DriverPictures } from '#contract/pictures.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { NewRating, OwnRating } from '#contract/ratings.ts'
import type { Receipt, Wrapped } from '#contract/receipts.ts'
import { publicMember } from '#server/features/accounts/testing/new-account.ts'
import { contentIn } from '#server/operations/pictures/testing/content-in.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

/** Members sign up on this day, after the tested rides, so that their sessions stay valid. */
const SIGNED_UP = '2026-12-20'

/** An app whose clock stands at noon UTC of a day until a test sets it. */
async function familyThen<const Name extends string>(...names: Name[]) {
	const app = testApp()
	let now = new Date(0)
	app.context.clock.now = () => now
	const on = (day: string) => {
		now = new Date(day.includes('T') ? day : `${day}T12:00:00Z`)
	}
	on(SIGNED_UP)
	const members = {} as Record<Name, Awaited<ReturnType<typeof app.member>>>
	for (const name of names) members[name] = await app.member(name)
	/** The browser of all guests. `rate` gives one rating per star. */
	const guest = app.browser()
	const rate = async (day: string, driver: { id: number }, stars: number[], special: Partial<NewRating> = {}) => {
		on(day)
		const given: OwnRating[] = []
		for (const starRating of stars) given.push(await app.rate(guest, driver.id, { starRating, ...special }))
		on(SIGNED_UP)
		return given
	}
	return { app, ...members, on, guest, rate }
}

const receipt = async (who: TestBrowser, month: string) => (await who.get(`/api/receipts/${month}`)).body as Receipt
const wrapped = async (who: TestBrowser, year?: number) =>
	(await who.get(`/api/wrapped${year === undefined ? '' : `?year=${year}`}`)).body as Wrapped
/** Winners and figure of each award. Members and known ghosts appear by username, other ghosts by display name. */
const awardsOf = ({ awards }: Receipt | Wrapped) =>
	Object.fromEntries(
		awards.map(({ key, drivers, ghosts, figure }) => [
			key,
			[[...drivers.map(({ username }) => username), ...ghosts.map((ghost) => ghost.display_name)], figure],
		]),
	)

test('the month’s receipt has its rides, who was rated, speed bumps and awards of three ratings or more, as members read them [spec 14.18] [spec 14.19]', async () => {
	const { app, mum, dad, kid, rate } = await familyThen('mum', 'dad', 'kid')
	const bob = await app.ghost(mum, 'Uncle Bob')
	await rate('2026-10-31', mum, [2, 2, 2])
	await rate('2026-11-01T00:00:00Z', mum, [4, 4, 3])
	await rate('2026-11-30T23:59:59.999Z', mum, [4], ALL_BAD)
	await rate('2026-11-12', bob, [3, 3, 3], { vibeQuality: 'off' })
	await rate('2026-11-13', kid, [5, 5])
	await rate('2026-12-01T00:00:00Z', mum, [1, 1, 1])

	const november = await receipt(dad, '2026-11')

	expect({ ...november, awards: undefined }).toEqual({
		month: '2026-11',
		rides: 9,
		people: 3,
		bumpy: 1,
		awards: undefined,
	})
	expect(awardsOf(november)).toEqual({
		driverOfTheMonth: [['mum'], 3.75],
		smoothest: [['Uncle Bob'], 100],
		safest: [['Uncle Bob'], 100],
		bestVibes: [['mum'], 75],
	})
	expect(november.awards[0]?.drivers).toEqual([{ ...publicMember('mum'), id: mum.id }])
	expect(await receipt(kid, '2026-11')).toEqual(november)
	expect(awardsOf(await receipt(mum, '2026-11'))).toMatchObject({ smoothest: [[bob.username], 100] })
})

test('a tie is shared, in the order of displayed names; with two ratings nobody has an award [spec 14.19]', async () => {
	const { app, mum, dad, kid, rate } = await familyThen('mum', 'dad', 'kid')
	const zoe = await app.ghost(mum, 'Ärmel')
	await mum.patch(`/api/users/${mum.id}`, { display_name: 'Zoe' })
	for (const driver of [dad, mum, zoe]) await rate('2026-11-10', driver, [5, 4, 4])
	await rate('2026-11-10', kid, [5, 5])

	const { awards } = await receipt(mum, '2026-11')

	expect(awards.map(({ key }) => key)).not.toContain('mostImproved')
	for (const { key, drivers } of awards)
		if (key !== 'ghostOfTheMonth') expect(drivers.map(({ id }) => id)).toEqual([zoe.id, dad.id, mum.id])
})

test('this month is told as far as it has come, one without rides is empty, and one to come or nonsense is 404 [spec 14.18] [spec 14.25]', async () => {
	const { mum, dad, rate, on } = await familyThen('mum', 'dad')
	await rate('2026-12-19', dad, [4])

	expect(await receipt(mum, '2026-12')).toEqual({ month: '2026-12', rides: 1, people: 1, bumpy: 0, awards: [] })
	for (const month of ['2026-11', '2020-01', '0000-01'])
		expect(await receipt(mum, month)).toEqual({ month, rides: 0, people: 0, bumpy: 0, awards: [] })
	for (const month of ['2027-01', '9999-12', '2026-13', '2026-1', '2026', 'x', '%FF', '2026-12-01'])
		expect([month, await mum.get(`/api/receipts/${month}`)]).toMatchObject([month, { status: 404 }])
	on('2026-12-31T23:59:59.999Z')
	expect((await mum.get('/api/receipts/2027-01')).status).toBe(404)
	on('2027-01-01T00:00:00Z')
	expect((await mum.get('/api/receipts/2027-01')).status).toBe(200)
})

test('a hidden winner is left out for who hid them, and the award stays as it is [spec 14.26]', async () => {
	const { mum, dad, kid, rate } = await familyThen('mum', 'dad', 'kid')
	await rate('2026-11-10', dad, [5, 5, 5])
	await rate('2026-11-10', kid, [4, 4, 4])
	const before = await receipt(dad, '2026-11')
	await mum.post('/api/hidden-drivers', { userId: mum.id, driverId: dad.id })

	const { awards, ...rest } = await receipt(mum, '2026-11')

	expect(rest).toMatchObject({ rides: 6, people: 2 })
	expect(awards.map(({ key, figure }) => [key, figure])).toEqual(before.awards.map(({ key, figure }) => [key, figure]))
	expect(awards[0]).toEqual({ key: 'driverOfTheMonth', drivers: [], ghosts: [], figure: 5 })
	expect(awards[1]?.drivers.map(({ id }) => id)).toEqual([kid.id])
	expect((await wrapped(mum, 2026)).awards).toEqual(awards)
	expect(await receipt(dad, '2026-11')).toEqual(before)
})

test('the demo driver, placeholders and what is sealed are on no receipt, and in no year [spec 14.26] [spec 14.28]', async () => {
	const { app, mum, dad, guest, rate, on } = await familyThen('mum', 'dad')
	await rate('2026-11-05', { id: 2 }, [5, 5, 5])
	on('2026-11-06')
	await app.rate(mum, dad.id, { isPlaceholder: true })
	for (let ride = 0; ride < 3; ride += 1) await app.rate(guest, mum.id, { delivery: 'evening' })
	on('2026-12-02')

	expect(await receipt(mum, '2026-11')).toEqual({ month: '2026-11', rides: 0, people: 0, bumpy: 0, awards: [] })
	expect(await wrapped(mum, 2026)).toEqual({
		year: 2026,
		group: null,
		awards: [],
		own: { driving: null, judging: null },
	})
	expect((await mum.get('/api/home')).body).not.toHaveProperty('printed')
})

test('a claim in the middle of a month brings all of a ghost’s ratings along, also those of months before; its undoing gives them back [spec 14.24]', async () => {
	const { app, mum, dad, rate } = await familyThen('mum', 'dad')
	const host = await app.host()
	const bob = await app.ghost(mum, 'Uncle Bob')
	await rate('2026-10-10', bob, [2, 2, 2])
	await rate('2026-11-10', bob, [4, 4])
	await rate('2026-11-11', dad, [3])
	const before = await receipt(mum, '2026-11')
	expect(before).toMatchObject({ rides: 3, people: 2, awards: [] })
	expect(awardsOf(await receipt(mum, '2026-10')).driverOfTheMonth).toEqual([[bob.username], 2])

	await dad.post('/api/ghost-drivers/claim', { token: bob.ghostClaimToken })

	expect(await receipt(mum, '2026-11')).toMatchObject({ rides: 3, people: 1 })
	expect(awardsOf(await receipt(mum, '2026-11'))).toMatchObject({
		driverOfTheMonth: [['dad'], 11 / 3],
		smoothest: [['dad'], 100],
	})
	expect(awardsOf(await receipt(mum, '2026-10')).driverOfTheMonth).toEqual([['dad'], 2])

	await host.post(`/api/host/ghosts/${bob.id}/undo-claim`)
	expect(await receipt(mum, '2026-11')).toEqual(before)
})

test('what is taken back, removed by a host, or leaves with its driver leaves the receipt; a rater’s may stay [spec 14.24]', async () => {
	const { app, mum, dad, kid, guest, rate, on } = await familyThen('mum', 'dad', 'kid')
	const host = await app.host()
	const [, second, third] = await rate('2026-12-10', dad, [5, 5, 5, 5])
	on('2026-12-11')
	await app.rate(kid, mum.id, { starRating: 2 })
	expect(await receipt(mum, '2026-12')).toMatchObject({ rides: 5, people: 2 })

	on('2026-12-10T13:00:00Z')
	await guest.delete(`/api/ratings/${second?.id}`)
	on(SIGNED_UP)
	await dad.post(`/api/ratings/${third?.id}/report`, { reason: 'other' })
	const [reported] = app.context.queries.reports.reportsOf(true, undefined, 1)
	await host.post(`/api/host/reports/${reported?.report.id}/remove`)
	expect(await receipt(mum, '2026-12')).toEqual({ month: '2026-12', rides: 3, people: 2, bumpy: 0, awards: [] })

	await dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'go' })
	await kid.delete(`/api/users/${kid.id}`, { password: kid.password, ratings: 'stay' })
	expect(await receipt(mum, '2026-12')).toMatchObject({ rides: 1, people: 1 })
})

test('the group’s year has its rides, drivers and the first of its best months, and awards of the whole year [spec 14.21]', async () => {
	const { mum, dad, rate } = await familyThen('mum', 'dad')
	await rate('2025-12-31T23:59:59.999Z', dad, [1, 1, 1])
	await rate('2026-01-01T00:00:00Z', mum, [5])
	await rate('2026-03-10', dad, [4, 4])
	await rate('2026-09-10', mum, [5, 5])
	await rate('2026-12-10', dad, [2])

	const year = await wrapped(mum)

	expect(year.year).toBe(2026)
	expect(year.group).toEqual({ rides: 6, people: 2, bestMonth: '2026-03' })
	expect(awardsOf(year)).toEqual({
		driverOfTheMonth: [['mum'], 5],
		smoothest: [['dad', 'mum'], 100],
		safest: [['dad'], 100],
	})
	expect(await wrapped(dad, 2025)).toMatchObject({ year: 2025, group: { rides: 3, bestMonth: '2025-12' } })
})

test('without a year it is this one in December, and the one before until then; one to come or nonsense is 404 [spec 14.21] [spec 14.25]', async () => {
	const { mum, on } = await familyThen('mum')
	for (const [day, year] of [
		['2026-11-30T23:59:59.999Z', 2025],
		['2026-12-01T00:00:00Z', 2026],
		['2027-01-10T00:00:00Z', 2026],
	] as const) {
		on(day)
		expect((await wrapped(mum)).year).toBe(year)
	}
	expect(await wrapped(mum, 2027)).toEqual({
		year: 2027,
		group: null,
		awards: [],
		own: { driving: null, judging: null },
	})
	for (const year of ['2028', '9999', '0', '0999', '', 'x', '2026.0', '02026', '1e3'])
		expect([year, (await mum.get(`/api/wrapped?year=${year}`)).status]).toEqual([year, 404])
})

test('what a part of a year is told of is three ratings: fewer are null [spec 14.21] [spec 14.27]', async () => {
	const { app, mum, dad, rate, on } = await familyThen('mum', 'dad')
	await rate('2026-05-01', mum, [5, 4])
	expect(await wrapped(mum)).toMatchObject({ group: null, own: { driving: null, judging: null } })
	on('2026-06-01')
	for (const starRating of [2, 3]) await app.rate(mum, dad.id, { starRating })
	on(SIGNED_UP)
	expect(await wrapped(mum)).toMatchObject({ group: { rides: 4 }, own: { driving: null, judging: null } })

	await rate('2026-07-01', mum, [4], ALL_BAD)
	on('2026-07-02')
	await app.rate(mum, dad.id, { starRating: 3 })
	on(SIGNED_UP)

	expect((await wrapped(mum)).own).toEqual({
		driving: { rides: 3, averageStar: 13 / 3, smooth: 67, safe: 67, goodVibes: 67, kind: 'favourite_seat' },
		judging: { verdicts: 3, averageStar: 8 / 3, favouriteStar: 3, kinderBy: null, kind: 'steady' },
	})
	expect((await wrapped(dad)).own).toMatchObject({ driving: { rides: 3, averageStar: 8 / 3 }, judging: null })
	expect((await wrapped(mum, 2025)).own).toEqual({ driving: null, judging: null })
})

test('a comeback of the year is told by the newest five of that year, which are looked at from ten rides on [spec 14.21]', async () => {
	const { app, mum, rate } = await familyThen('mum')
	const looked = spyOn(app.context.queries.stats, 'newestFiveStarsBefore')
	await rate('2025-12-31T23:00:00Z', mum, [2, 2, 2, 2, 5, 5, 5, 5, 5])
	await rate('2026-01-01T00:00:00Z', mum, [1, 1, 1])
	expect((await wrapped(mum, 2025)).own.driving?.kind).not.toBe('comeback')
	expect(looked).not.toHaveBeenCalled()

	// Ratings that arrive late, by a claim or an opening, may be of that year and among its newest.
	await rate('2025-12-31T23:59:59.999Z', mum, [5])

	expect((await wrapped(mum, 2025)).own.driving).toMatchObject({ rides: 10, kind: 'comeback' })
	expect(looked.mock.calls).toEqual([[mum.id, new Date('2026-01-01T00:00:00Z')]])
})

test('how one judged in a year is compared with what others gave the same drivers, without one’s own of any year [spec 14.21]', async () => {
	const { app, mum, dad, rate, on } = await familyThen('mum', 'dad')
	await rate('2025-06-01', dad, [2, 3, 4])
	on('2025-06-02')
	for (let ride = 0; ride < 5; ride += 1) await app.rate(mum, dad.id, { starRating: 1 })
	on('2026-06-02')
	for (let ride = 0; ride < 3; ride += 1) await app.rate(mum, dad.id, { starRating: 4 })
	on(SIGNED_UP)

	expect((await wrapped(mum, 2026)).own.judging).toMatchObject({ verdicts: 3, kinderBy: 1, kind: 'kinder' })
	expect((await wrapped(mum, 2025)).own.judging).toMatchObject({ verdicts: 5, kinderBy: -2, kind: 'tough' })
	expect((await wrapped(dad, 2026)).own.judging).toBeNull()
})

test('home says in the first seven days of a month that the one before is printed, if anybody was rated in it [spec 14.18]', async () => {
	const { app, mum, dad, rate, on } = await familyThen('mum', 'dad')
	const looked = spyOn(app.context.queries.receipts, 'hasRides')
	const printedOn = async (day: string, who: TestBrowser = mum) => {
		on(day)
		const { notice } = (await who.get('/api/home')).body as Home
		return notice?.kind === 'month' ? notice.month : undefined
	}
	await rate('2026-12-05', { id: 2 }, [5, 5, 5])
	expect(await printedOn('2027-01-01')).toBeUndefined()
	await rate('2026-12-31T23:59:59.999Z', dad, [1])

	expect(await printedOn('2027-01-01T00:00:00Z')).toBe('2026-12')
	expect(await printedOn('2027-01-07T23:59:59.999Z')).toBe('2026-12')
	expect(await printedOn('2027-01-03', app.browser())).toBeUndefined()
	looked.mockClear()
	expect(await printedOn('2027-01-08T00:00:00Z')).toBeUndefined()
	expect(await printedOn('2026-12-31T23:59:59.999Z')).toBeUndefined()
	expect(looked).not.toHaveBeenCalled()
	expect(await printedOn('2026-12-01')).toBeUndefined()

	spyOn(app.context.queries.home, 'isLongFor').mockReturnValue(true)
	expect(await printedOn('2027-01-07')).toBe('2026-12')
	expect(await printedOn('2027-01-08')).toBeUndefined()
})

/** The content in the picture's address, which must be the same for both shapes; the status if there is no picture. */
async function pictureOf(who: TestBrowser, path: string) {
	const { status, body } = await who.get(`/api/${path}`)
	if (status !== 200) return status
	const { preview, story } = body as DriverPictures
	const [one, other] = [preview, story].map((address) => contentIn(address)[2])
	expect(one).toEqual(other)
	return one
}

test('who has an award has it as a picture, alone or with others; nobody else does [T18] [spec 14.20]', async () => {
	const { app, mum, dad, kid, guest, rate } = await familyThen('mum', 'dad', 'kid')
	await rate('2026-11-10', mum, [4, 5, 5])
	await rate('2026-11-10', dad, [3, 3, 3, 3])
	const { avatarId } = (await mum.get('/api/user')).body as PublicUser
	const known = {
		kind: 'award',
		name: 'mum',
		avatarId,
		link: `http://localhost:7433/infographic/${mum.id}`,
		month: '2026-11',
	}
	const of = (who: TestBrowser, key: string, month = '2026-11') =>
		pictureOf(who, `receipts/${month}/awards/${key}/pictures`)

	for (const [award, figure] of [
		['driverOfTheMonth', '4.7 stars'],
		['smoothest', '100% smooth'],
	] as const)
		expect(await of(mum, award)).toEqual({ ...known, award, figure })
	expect(await of(dad, 'smoothest')).toMatchObject({ name: 'dad', figure: '100% smooth' })
	expect(await of(dad, 'safest')).toMatchObject({ figure: '100% safe' })
	expect(await of(mum, 'safest')).toBe(404)
	expect(await of(kid, 'smoothest')).toBe(404)
	await kid.post('/api/hidden-drivers', { userId: kid.id, driverId: mum.id })
	expect(await of(mum, 'smoothest')).toEqual({ ...known, award: 'smoothest', figure: '100% smooth' })
	for (const [key, month] of [
		['smoothest', '2026-12'],
		['smoothest', '2027-01'],
		['smoothest', 'x'],
		['worst', '2026-11'],
		['ghostOfTheMonth', '2026-11'],
	])
		expect([key, month, await of(mum, key ?? '', month)]).toEqual([key, month, 404])
	for (const stranger of [app.browser(), guest]) expect(await of(stranger, 'smoothest')).toBe(401)
})

test('a year behind the wheel of three rides or more is a picture for its driver, and otherwise one of three verdicts or more for its judge [T18] [spec 14.21] [spec 15.22]', async () => {
	const { app, mum, dad, kid, guest, rate, on } = await familyThen('mum', 'dad', 'kid')
	await rate('2026-05-01', mum, [5, 4])
	await rate('2026-06-01', mum, [4], ALL_BAD)
	await rate('2026-06-01', dad, [5, 5])
	for (const [judge, verdicts] of [
		[mum, 3],
		[kid, 3],
		[dad, 2],
	] as const) {
		on('2026-07-01')
		for (let ride = 0; ride < verdicts; ride += 1) await app.rate(judge, 2, { starRating: 5 })
		on(SIGNED_UP)
	}
	const { avatarId } = (await mum.get('/api/user')).body as PublicUser

	const shown = await pictureOf(mum, 'wrapped/pictures')

	expect(shown).toEqual({
		kind: 'year',
		name: 'mum',
		avatarId,
		link: `http://localhost:7433/infographic/${mum.id}`,
		year: 2026,
		rides: 3,
		averageStar: '4.3',
		smooth: 67,
		safe: 67,
		goodVibes: 67,
		driverKind: 'favourite_seat',
	})
	expect(await pictureOf(mum, 'wrapped/pictures?year=2026')).toEqual(shown)
	expect(await pictureOf(kid, 'wrapped/pictures?year=2026')).toEqual({
		kind: 'judge',
		name: 'kid',
		avatarId: expect.any(Number),
		link: `http://localhost:7433/infographic/${kid.id}`,
		year: 2026,
		verdicts: 3,
		averageStar: '5.0',
		judgeKind: 'generous',
	})
	expect(await pictureOf(dad, 'wrapped/pictures')).toBe(404)
	for (const year of ['2025', '2027', 'x', '']) expect(await pictureOf(mum, `wrapped/pictures?year=${year}`)).toBe(404)
	for (const stranger of [app.browser(), guest]) expect(await pictureOf(stranger, 'wrapped/pictures')).toBe(401)
})
