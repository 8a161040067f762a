import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProductWindow } from '#desktop/desktop.ts'
import { openSettings } from '#desktop/settings/settings-file.ts'
import { recordedDesktop } from '#desktop/testing/recorded-desktop.ts'
import { until } from '#desktop/testing/shell-at-work.ts'
import { getByFetch, HOSTILE, hostileServer } from '#desktop/web/testing/hostile-server.ts'
import { createRatingNews, newRatingWords, watchNewRatings } from './new-ratings.ts'

/** The instance sends only the day of a rating, so all ratings of a day have this time. */
const TODAY = '2026-11-24T00:00:00.000Z'

const dad = {
	id: 12,
	username: 'dad',
	display_name: 'dad',
	avatarId: 3,
	isGhost: false,
	claimedById: null,
	email: null,
	isLatestRatingsSeen: true,
	lastSeenRatingId: null as number | null,
	lastRatingNotificationAt: null as string | null,
	lastRatingReceivedAt: null as string | null,
}
const rated = (lastSeenRatingId: number | null = null) => ({
	...dad,
	isLatestRatingsSeen: false,
	lastSeenRatingId,
	lastRatingNotificationAt: TODAY,
	lastRatingReceivedAt: TODAY,
})
/** As the instance lists them, newest first. The ids are random, so a larger id is not newer. */
const ratings = (...ids: number[]) => ids.map((id) => ({ id, starRating: 4, createdAt: '2026-11-24' }))

/** A watched window of a member, and its instance. */
function aWatch(remembered: string | null = null) {
	const instance = {
		user: () => Response.json(dad) as Response | Promise<Response>,
		ratings: () => Response.json([]) as Response | Promise<Response>,
	}
	const seen = { asked: [] as string[], unseen: [] as number[], news: [] as unknown[], remembered, isTicking: true }
	let tick = () => {}
	const watcher = watchNewRatings({
		ask: async (path) => {
			seen.asked.push(path)
			return await (path === 'api/user' ? instance.user() : instance.ratings())
		},
		notified: {
			read: () => seen.remembered,
			remember: (ratingId) => {
				seen.remembered = ratingId
			},
		},
		onUnseen: (count) => seen.unseen.push(count),
		onNewRatings: (news) => seen.news.push(news),
		every: (ms, run) => {
			expect(ms).toBe(30_000)
			tick = run
			return () => {
				seen.isTicking = false
			}
		},
	})
	const getRated = (ids: number[], lastSeen: number | null = null) => {
		instance.user = () => Response.json(rated(lastSeen))
		instance.ratings = () => Response.json(ratings(...ids))
	}
	return { instance, seen, getRated, checkNow: watcher.checkNow, stop: watcher.stop, tick: () => tick() }
}

test('a driver hears of new ratings once, however often they are looked for', async () => {
	const { seen, getRated, checkNow } = aWatch()
	getRated([41, 903, 77, 500], 77)
	await checkNow()
	await checkNow()
	expect(seen.news).toEqual([{ userId: 12, count: 2 }])
	expect(seen.unseen).toEqual([2])
	expect(seen.asked).toContain('api/ratings/driver/12')
})

test('and once more for the next one, on the same day too', async () => {
	const { seen, getRated, checkNow } = aWatch()
	getRated([903])
	await checkNow()
	getRated([41, 903])
	await checkNow()
	expect(seen.news).toEqual([
		{ userId: 12, count: 1 },
		{ userId: 12, count: 2 },
	])
	expect(seen.unseen).toEqual([1, 2])
	expect(seen.remembered).toBe('41')
})

test('not again after a restart, though the count is back on the dock', async () => {
	const { seen, getRated, checkNow } = aWatch('903')
	getRated([903])
	await checkNow()
	expect(seen.news).toEqual([])
	expect(seen.unseen).toEqual([1])
})

test('what an older app remembered, which was a moment, keeps no news back', async () => {
	const { seen, getRated, checkNow } = aWatch('2026-11-23T08:00:00.000Z')
	getRated([903])
	await checkNow()
	expect(seen.news).toHaveLength(1)
})

test('ratings that were looked at are off the dock', async () => {
	const { instance, seen, getRated, checkNow } = aWatch()
	getRated([903])
	await checkNow()
	instance.user = () => Response.json({ ...rated(903), isLatestRatingsSeen: true })
	await checkNow()
	expect(seen.unseen).toEqual([1, 0])
	expect(seen.news).toHaveLength(1)
})

test('a member who signs out has nothing unseen', async () => {
	const { instance, seen, getRated, checkNow } = aWatch()
	getRated([903])
	await checkNow()
	instance.user = () => Response.json({ message: 'You must be logged in', code: 'not_signed_in' }, { status: 401 })
	await checkNow()
	expect(seen.unseen).toEqual([1, 0])
})

test('a member who was never rated has nothing unseen', async () => {
	const { instance, seen, checkNow } = aWatch()
	instance.user = () => Response.json({ ...dad, isLatestRatingsSeen: false })
	await checkNow()
	expect(seen).toMatchObject({ unseen: [0], news: [] })
})

test('an unseen rating counts as one even when the list no longer has it', async () => {
	const { seen, getRated, checkNow } = aWatch()
	getRated([3, 2], 3)
	await checkNow()
	expect(seen.unseen).toEqual([1])
	expect(seen.news).toEqual([{ userId: 12, count: 1 }])
})

test.each<[string, () => Response | Promise<Response>]>([
	['away', () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED'))],
	['broken', () => Response.json({ message: 'Something went wrong' }, { status: 500 })],
	['no Backseat any more', () => new Response('<h1>Hello</h1>')],
	['somebody else', () => Response.json({ id: 'twelve' })],
	['empty', () => Response.json(null)],
])('an instance that is %s changes nothing, and is asked again', async (_, answer) => {
	const { instance, seen, getRated, checkNow } = aWatch()
	getRated([903])
	const good = instance.ratings
	instance.ratings = answer
	await checkNow()
	instance.user = answer
	await checkNow()
	expect(seen).toMatchObject({ unseen: [], news: [], remembered: null })
	getRated([903])
	instance.ratings = good
	await checkNow()
	expect(seen.news).toEqual([{ userId: 12, count: 1 }])
})

test.each(Object.entries(HOSTILE))(
	'an instance that %s is given up, and asked again [T30]',
	async (_how, hostility) => {
		const server = await hostileServer(hostility, JSON.stringify(rated()))
		const seen = { asked: 0, told: 0 }
		const watcher = watchNewRatings({
			ask: (path, signal) => {
				seen.asked += 1
				return getByFetch(server.base + path, signal)
			},
			withinMs: 200,
			notified: { read: () => null, remember: () => (seen.told += 1) },
			onUnseen: () => (seen.told += 1),
			onNewRatings: () => (seen.told += 1),
			every: () => () => {},
		})
		await watcher.checkNow()
		await watcher.checkNow()
		watcher.stop()

		expect(seen).toEqual({ asked: 3, told: 0 })
		// Settles once all three connections are closed.
		expect(await server.sentBytes()).toBeLessThan(3 * 32 * 1024 * 1024)
		server.close()
	},
)

test('the longest list of ratings that a Backseat gives is read', async () => {
	const { instance, seen, getRated, checkNow } = aWatch()
	getRated([])
	const longest = { safetyFeeling: 'unsafe', rideQuality: 'smooth', vibeQuality: 'good', createdAt: '2026-11-24' }
	const ids = Array.from({ length: 500 }, (_, index) => 2 ** 50 - 1 - index)
	instance.ratings = () => Response.json(ids.map((id) => ({ ...longest, id, starRating: 5 })))
	await checkNow()
	expect(seen.unseen).toEqual([500])
})

test('it checks at the start and with every tick', async () => {
	const { seen, tick, checkNow } = aWatch()
	await checkNow()
	const before = seen.asked.length
	expect(before).toBe(2)
	tick()
	expect(seen.asked).toHaveLength(before + 1)
})

test('an answer that hangs does not prevent the next check', async () => {
	const { instance, seen, getRated, checkNow } = aWatch()
	const late = Promise.withResolvers<Response>()
	instance.user = () => late.promise
	const first = checkNow()
	getRated([41, 903])
	await checkNow()
	late.resolve(Response.json({ ...rated(), isLatestRatingsSeen: true }))
	await first
	expect(seen.unseen).toEqual([2])
	expect(seen.remembered).toBe('41')
})

test('after the stop nothing is reported any more, not even by a check under way', async () => {
	const { instance, seen, checkNow, stop } = aWatch()
	await checkNow()
	const late = Promise.withResolvers<Response>()
	instance.user = () => late.promise
	instance.ratings = () => Response.json(ratings(903))
	const look = checkNow()
	stop()
	late.resolve(Response.json(rated()))
	await look
	expect(seen).toMatchObject({ unseen: [0], news: [], remembered: null, isTicking: false })
})

/** A background window of an instance with new ratings. `mayNotify` is the user's answer. */
async function newsOf(mayNotify: (window: Pick<ProductWindow, 'base' | 'isOwn'>) => Promise<boolean>) {
	const answer = async (path: string) => Response.json(path === 'api/user' ? rated() : ratings(903))
	const recorded = recordedDesktop({ answer })
	const settings = openSettings(join(mkdtempSync(join(tmpdir(), 'backseat-settings-')), 'desktop-settings.json'))
	const follow = createRatingNews({ settings, desktop: recorded.desktop, notifications: { mayNotify } })
	const window = await recorded.desktop.openProduct({
		base: 'https://rides.example/',
		path: '',
		partition: 'persist:friend-1',
		secret: null,
		notifications: { isAllowed: () => false, mayNotify: async () => false },
		onFailed: () => {},
		onClose: () => 'close',
		onClosed: () => {},
	})
	follow(window)
	return { ...recorded, follow, window }
}

test.each([
	[true, 1],
	[false, 0],
])('news of an instance are notified of if it may: %j [T30]', async (may, count) => {
	const asked: unknown[] = []
	const { notified, badges, follow } = await newsOf(async ({ base, isOwn }) => {
		asked.push({ base, isOwn })
		return may
	})

	await until(() => badges.includes(1))
	await until(() => asked.length > 0)
	await Bun.sleep(0)
	follow(null)

	expect(asked).toEqual([{ base: 'https://rides.example/', isOwn: false }])
	expect(notified).toHaveLength(count)
})

test('a yes that comes when another instance is shown notifies of nothing', async () => {
	const question = Promise.withResolvers<boolean>()
	let asked = 0
	const { notified, follow, window } = await newsOf(() => {
		asked++
		return question.promise
	})
	await until(() => asked > 0)
	const ask = async (path: string) =>
		Response.json(path === 'api/user' ? { ...rated(), isLatestRatingsSeen: true } : [])
	follow({ ...window, base: 'https://other.example/', ask })

	question.resolve(true)
	await Bun.sleep(0)

	follow(null)
	expect(notified).toEqual([])
})

test('one rating is somebody, several are counted', () => {
	expect(newRatingWords(1).body).toBe('Somebody rated your driving. Pull over and have a look.')
	expect(newRatingWords(2).body).toBe('2 new ratings of your driving. Pull over and have a look.')
	expect(newRatingWords(12).body).toStartWith('12 new ratings')
	for (const count of [1, 2]) expect(newRatingWords(count).title).toContain('back seat')
})
