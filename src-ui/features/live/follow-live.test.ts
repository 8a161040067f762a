import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { QueryObserver } from '@tanstack/react-query'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { hostKeys } from '#ui/platform/query-keys/host.keys.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { tripKeys } from '#ui/platform/query-keys/trips.keys.ts'
import { clearPage } from '#ui/testing/clear-page.ts'
import { aMember, fakeServer } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import type { StreamNews } from './event-stream.ts'
import { followLive } from './follow-live.ts'
import type { Wish } from './shared-stream.ts'

const ME = 4711
const WISH = { address: 'http://backseat.test/api/live', member: ME }

let stop = () => {}
const look = (isHidden: boolean) => {
	Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
	document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
	jest.useFakeTimers()
	Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })
	fakeServer({})
})
afterEach(() => {
	stop()
	jest.useRealTimers()
	Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
	clearPage()
})

/** A page that follows live events, with an entry for every query in its cache. */
function following(member = aMember() as ReturnType<typeof aMember> | null) {
	const { queryClient, session } = openedApp(member)
	const kept = {
		session: session.query.queryKey,
		home: driverKeys.home,
		received: ratingKeys.ofDriver(ME),
		own: ratingKeys.received(ME),
		given: ratingKeys.given,
		reports: hostKeys.reports,
		trip: tripKeys.one('a-token-of-a-trip'),
		others: ratingKeys.ofDriver(2),
	}
	const keepAll = () => {
		for (const queryKey of Object.values(kept)) {
			const data = queryClient.getQueryData(queryKey)
			queryClient.setQueryData(queryKey, data ?? { pages: [], pageParams: [] })
		}
	}
	const wishes: Wish[] = []
	let hear = (_news: StreamNews) => {}
	stop = followLive({ queryClient, session }, (listener) => {
		hear = listener
		return (wish) => void wishes.push(wish)
	})
	return {
		queryClient,
		session,
		wishes,
		/** Queries that this event refetches. */
		asksFor(news: StreamNews): string[] {
			keepAll()
			hear(news)
			return this.asked()
		},
		asked: () =>
			Object.entries(kept).flatMap(([name, queryKey]) =>
				queryClient.getQueryState(queryKey)?.isInvalidated ? [name] : [],
			),
	}
}

test('a stream that has opened asks for all that may have changed meanwhile', () => {
	expect(following().asksFor('open')).toEqual(['session', 'home', 'own', 'given', 'reports', 'trip'])
})

test('each event asks for what it is about, and for nothing else', () => {
	const page = following()
	expect(page.asksFor('notice')).toEqual(['session', 'home', 'received', 'own'])
	expect(page.asksFor('home')).toEqual(['home', 'given'])
	expect(page.asksFor('replies')).toEqual(['session', 'own', 'given'])
	expect(page.asksFor('host')).toEqual(['session', 'reports'])
	expect(page.asksFor('trip')).toEqual(['given', 'trip'])
})

test('a screen that is open keeps its driver, and the next one asks again', () => {
	const page = following()
	const queryKey = userKeys.one(2)
	let looks = 0
	const observer = new QueryObserver(page.queryClient, { queryKey, initialData: 'ghost', queryFn: () => ++looks })
	const leave = observer.subscribe(() => {})

	page.asksFor('home')

	expect(looks).toBe(0)
	expect(page.queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
	leave()
})

test('a refusal may mean that the session has ended', () => {
	expect(following().asksFor('refused')).toEqual(['session'])
})

test('while something is open over the screen no popup comes; it comes afterwards', () => {
	const page = following()
	document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')

	expect(page.asksFor('notice')).toEqual(['home', 'received', 'own'])
	jest.advanceTimersByTime(5000)
	expect(page.asked()).toEqual(['home', 'received', 'own'])
	clearPage()
	jest.advanceTimersByTime(500)

	expect(page.asked()).toEqual(['session', 'home', 'received', 'own'])
})

test('a toast does not keep a popup waiting', () => {
	const page = following()
	document.body.insertAdjacentHTML('beforeend', '<div class="toast-viewport"><div role="alertdialog"></div></div>')

	expect(page.asksFor('notice')).toEqual(['session', 'home', 'received', 'own'])
})

test('a driver who is choosing a sticker is not disturbed when an answer comes; the lists follow at once [spec 13.10]', () => {
	const page = following()
	document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')

	expect(page.asksFor('replies')).toEqual(['own', 'given'])
})

test('visitors want no stream; members want one from log in to log out [spec 11.1]', async () => {
	const { session, wishes } = following(null)
	expect(wishes).toEqual([])

	session.signedIn(aMember())
	await session.signOut().catch(() => undefined)

	expect(wishes).toEqual([WISH, null])
})

test('who has logged out hears nothing, not even what was on its way', async () => {
	const page = following()
	await page.session.signOut().catch(() => undefined)

	expect(page.asksFor('notice')).toEqual([])
})

test('another account wants another stream', async () => {
	const { session, wishes } = following()

	session.signedIn(aMember({ id: 4712, username: 'mia' }))

	expect(wishes).toEqual([WISH, { ...WISH, member: 4712 }])
})

test('a tab that nobody looks at gives its stream up after ten seconds, and wants it back when a member does [spec 11.1]', () => {
	const { wishes } = following()

	look(true)
	jest.advanceTimersByTime(5000)
	look(false)
	jest.advanceTimersByTime(1000)
	expect(wishes).toEqual([WISH])
	look(true)
	jest.advanceTimersByTime(10_000)
	expect(wishes).toEqual([WISH, null])
	look(false)

	expect(wishes).toEqual([WISH, null, WISH])
})

test('a page that is left gives it up at once, and wants it back when it is returned to', () => {
	const { wishes } = following()

	window.dispatchEvent(new Event('pagehide'))
	window.dispatchEvent(new Event('pageshow'))

	expect(wishes).toEqual([WISH, null, WISH])
})

test('it repeats what it wants, so that a tab that has crashed is noticed', () => {
	const { wishes } = following()

	jest.advanceTimersByTime(60_000)

	expect(wishes).toEqual([WISH, WISH, WISH, WISH])
})
