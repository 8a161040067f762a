import { expect, test } from 'bun:test'
import { newsSettings, pushSubscriptions } from '#db/schema.ts'
import { DAY, HOUR, MINUTE, NOON, newsApp, newsFamily, SLOT } from './testing/news-app.ts'

const ofKind = (kind: string, count: number) => ({ v: 1, kind, count })

test('in the slot a phone learns how many there are, and nothing else [T58]', async () => {
	const { app, driver, mum, dad, goTo, rung, requests } = await newsFamily()
	await app.rate(mum, driver.id, { starRating: 1 })
	await app.rate(dad, driver.id)

	await goTo(SLOT - 1)
	expect(rung).toEqual([])
	await goTo(SLOT)

	expect(rung).toEqual([{ phone: 'phone', message: { v: 1, kind: 'ratings', count: 2 }, at: SLOT }])
	expect(requests).toMatchObject([{ headers: { TTL: '86400', Urgency: 'low', Topic: 'ratings' } }])
	expect(app.lines.filter((line) => line.includes('push')).join()).toEndWith('push to 1 of 1 phone of a member\n')
})

test('a phone learns which language its owner has chosen, and none if it is the browser’s', async () => {
	const { app, driver, mum, dad, goTo, rung, setClock } = await newsFamily()
	await driver.patch(`/api/users/${driver.id}`, { language: 'pl' })
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await goTo(SLOT)
	await driver.patch(`/api/users/${driver.id}`, { language: null })
	setClock(SLOT + DAY)
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await goTo(SLOT + 4 * DAY)

	expect(rung.map(({ message }) => message.language)).toEqual(['pl', undefined])
})

test('what was told is not told again, and what is new is [T58]', async () => {
	const { app, driver, mum, dad, goTo, rung, setClock } = await newsFamily()
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await goTo(SLOT)
	await goTo(SLOT + MINUTE)
	await goTo(SLOT + DAY)
	expect(rung).toHaveLength(1)

	setClock(SLOT + DAY + HOUR)
	await app.rate(mum, driver.id)
	await goTo(SLOT + 2 * DAY)
	await goTo(SLOT + 3 * DAY)
	expect(rung).toHaveLength(1)
	await goTo(SLOT + 5 * DAY)
	expect(rung.map(({ message, at }) => [message.count, at])).toEqual([
		[2, SLOT],
		[1, SLOT + 5 * DAY],
	])
})

test('what was seen in the app meanwhile, or taken back, is not told [T58]', async () => {
	const { app, driver, mum, dad, goTo, rung } = await newsFamily()
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await driver.post(`/api/users/${driver.id}/mark-ratings-seen`, { isOnProfile: true })
	await goTo(SLOT)

	await app.rate(mum, driver.id)
	const { id } = await app.rate(dad, driver.id)
	expect((await dad.delete(`/api/ratings/${id}`)).status).toBe(204)
	await goTo(SLOT + DAY)

	expect(rung).toEqual([])
})

test('a rating writes, schedules and logs nothing of the news, and takes as long for who has them as for others [T58]', async () => {
	const { app, driver, mum, dad, goTo } = await newsFamily()
	const other = await app.member('other')
	await goTo(NOON + MINUTE)
	const { queries, clock } = app.context
	const used: string[] = []
	for (const group of ['news', 'push'] as const)
		for (const [name, query] of Object.entries<(...asked: never[]) => unknown>(queries[group] as never))
			Object.assign(queries[group], {
				[name]: (...asked: never[]) => {
					used.push(name)
					return query(...asked)
				},
			})
	const schedule = clock.schedule
	const scheduled: number[] = []
	clock.schedule = (run, ms) => {
		scheduled.push(ms)
		return schedule(run, ms)
	}
	const kept = () => [app.rows(newsSettings), app.rows(pushSubscriptions)]
	const before = kept()
	const effectsOf = async (rated: { id: number }) => {
		const [lines, timers] = [app.lines.length, scheduled.length]
		for (const rater of [mum, dad]) await app.rate(rater, rated.id)
		await Bun.sleep(20)
		const logged = app.lines.slice(lines).map((line) => line.replace(/[\d.]+ ms.*|^\S+/g, ''))
		return { logged, scheduled: scheduled.slice(timers) }
	}

	const withNews = await effectsOf(driver)

	expect(withNews).toEqual(await effectsOf(other))
	expect(used).toEqual([])
	expect(kept()).toEqual(before)
})

test('while nobody wants news nothing looks for any', async () => {
	const { app, choose, goTo } = newsApp()
	const { queries } = app.context
	const { membersDue } = queries.news
	let looks = 0
	queries.news.membersDue = (...asked) => {
		looks += 1
		return membersDue(...asked)
	}
	const mum = await app.member('mum')
	for (let day = 0; day < 5; day += 1) await goTo(SLOT + day * DAY)
	expect(looks).toBe(0)

	await choose(mum)
	await goTo(SLOT + 5 * DAY)
	expect(looks).toBe(1)
	await choose(mum, { rhythm: 'never' })
	for (let day = 6; day < 10; day += 1) await goTo(SLOT + day * DAY)
	expect(looks).toBe(1)
})

test('a slot that was slept through is told once, at the next look, if the rule still holds', async () => {
	const { app, driver, mum, dad, goTo, rung, setClock } = await newsFamily()
	await app.rate(mum, driver.id)
	setClock(SLOT + HOUR)
	await app.rate(dad, driver.id)

	await goTo(SLOT + 5 * HOUR)
	await goTo(SLOT + 6 * HOUR)

	expect(rung.map(({ at }) => at)).toEqual([SLOT + 5 * HOUR])
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await goTo(SLOT + DAY)
	expect(rung).toHaveLength(2)
})

test('who moves their slot has no second one that day, and who wants none is told nothing [T58]', async () => {
	const { app, driver, mum, dad, goTo, rung, choose, setClock } = await newsFamily()
	await goTo(SLOT)
	await choose(driver, { minute: 21 * 60 })
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	setClock(SLOT + MINUTE)
	await goTo(NOON + 9 * HOUR)
	expect(rung).toEqual([])
	await choose(driver, { rhythm: 'never' })
	await goTo(SLOT + 5 * DAY)
	expect(rung).toEqual([])

	await choose(driver)
	await goTo(SLOT + 6 * DAY)
	expect(rung).toEqual([])
})

test('without a way to tell them nothing counts as told', async () => {
	const { app, driver, mum, dad, goTo, rung, letRing } = await newsFamily()
	const [phone] = app.rows(pushSubscriptions)
	await driver.delete(`/api/users/${driver.id}/push`, { id: phone?.id })
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await goTo(SLOT)

	await letRing(driver, 'other')
	await goTo(SLOT + DAY)
	expect(rung.map(({ phone, message }) => [phone, message.count])).toEqual([['other', 2]])
})

test('who made a ghost learns by the next morning that it was claimed, and of ratings not before the slot', async () => {
	const { app, driver, mum, dad, goTo, rung, setClock } = await newsFamily()
	await goTo(SLOT)
	setClock(SLOT + HOUR)
	const ghost = await app.ghost(driver)
	await app.claim(ghost, 'bob')
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)

	setClock(NOON + 20 * HOUR - 1)
	await goTo(NOON + 20 * HOUR)
	expect(rung).toEqual([
		{ phone: 'phone', message: { v: 1, kind: 'claimed', count: 1, name: 'Uncle Bob' }, at: NOON + 20 * HOUR },
	])
	await goTo(SLOT + DAY)
	expect(rung.slice(1).map(({ message }) => message)).toEqual([{ v: 1, kind: 'ratings', count: 2 }])
})

test('a claim before the slot waits for it, and several kinds of news are one message', async () => {
	const { app, driver, mum, dad, goTo, rung, setClock } = await newsFamily()
	setClock(NOON + HOUR)
	const ghosts = [await app.ghost(driver, 'Uncle Bob'), await app.ghost(driver, 'Aunt Bea')]
	await app.claim(ghosts[0] as (typeof ghosts)[number], 'bob')
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await goTo(SLOT)
	expect(rung.map(({ message }) => message) as object[]).toEqual([ofKind('several', 3)])

	await driver.post('/api/ghost-drivers/claim', { token: ghosts[1]?.ghostClaimToken })
	await goTo(SLOT + DAY)
	expect(rung).toHaveLength(1)
})

test('a name that would make a message longer than others is left out', async () => {
	const { app, driver, goTo, rung, setClock } = await newsFamily()
	setClock(NOON + HOUR)
	const ghost = await app.ghost(driver, '爸'.repeat(40))
	await app.claim(ghost, 'bob')
	await goTo(SLOT)
	expect(rung.map(({ message }) => message) as object[]).toEqual([ofKind('claimed', 1)])
})

test('hosts learn that reports wait, others that theirs was decided: each once, in the slot', async () => {
	const { app, driver, mum, goTo, rung, letRing, choose, setClock } = await newsFamily()
	const host = await app.host()
	await letRing(host, 'host')
	await choose(host)
	setClock(NOON + HOUR)
	const { id } = await app.rate(mum, driver.id)
	await driver.post(`/api/users/${driver.id}/mark-ratings-seen`, { isOnProfile: true })
	expect((await driver.post(`/api/ratings/${id}/report`, { reason: 'mistake' })).status).toBeLessThan(300)
	await goTo(SLOT)
	expect(rung.map(({ phone, message }) => [phone, message]) as unknown[]).toEqual([['host', ofKind('report-waits', 1)]])

	setClock(SLOT + HOUR)
	await host.confirm()
	const [waiting] = app.context.queries.reports.reportsOf(true, undefined, 1)
	expect((await host.post(`/api/host/reports/${waiting?.report.id}/keep`)).status).toBe(200)
	await goTo(SLOT + DAY)
	await goTo(SLOT + 2 * DAY)
	expect(rung.slice(1).map(({ phone, message }) => [phone, message]) as unknown[]).toEqual([
		['phone', ofKind('report-decided', 1)],
	])
})

test('a clock that was far ahead leaves nobody without news', async () => {
	const { app, driver, mum, dad, goTo, rung } = await newsFamily()
	await goTo(SLOT + 400 * DAY)
	await goTo(NOON + DAY)
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await goTo(SLOT + DAY)
	expect(rung).toHaveLength(1)
})

test('after a stop no member is told anything, and the news wait for the next start', async () => {
	const { app, driver, mum, dad, goTo, rung } = await newsFamily()
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	await app.stopNews()

	await goTo(SLOT)

	expect(rung).toEqual([])
	const kept = app.rows(newsSettings)
	expect(kept.map(({ nextAt }) => nextAt?.getTime())).toEqual([SLOT])
})
