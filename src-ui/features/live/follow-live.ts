import { hashKey, type QueryClient } from '@tanstack/react-query'
import { openLiveStream } from '#contract/live.ts'
import { refreshLists } from '#ui/features/drivers/drivers.api.ts'
import { urlOf } from '#ui/platform/api-client.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { hostKeys } from '#ui/platform/query-keys/host.keys.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { statsKeys } from '#ui/platform/query-keys/stats.keys.ts'
import { tripKeys } from '#ui/platform/query-keys/trips.keys.ts'
import type { Session } from '#ui/session/session.ts'
import type { StreamNews } from './event-stream.ts'
import { streamOfTabs } from './stream-of-tabs.ts'

/** Keeps the stream open for a member who switches tabs briefly. */
const HIDDEN_GRACE_MS = 10_000
const REPEAT_MS = 20_000
const LOOK_AGAIN_MS = 500

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** True if a dialog, menu or list is open. Toasts share these roles but do not cover the screen. */
const isSomethingOpen = () =>
	[...document.querySelectorAll(OVERLAYS)].some((overlay) => !overlay.closest('.toast-viewport'))

export function followLive(
	{ queryClient, session }: { queryClient: QueryClient; session: Session },
	connect = streamOfTabs,
) {
	const address = new URL(urlOf(openLiveStream), window.location.href).href
	const ask = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey })
	let isWatched = !document.hidden
	let hiding: ReturnType<typeof setTimeout> | undefined
	let waiting: ReturnType<typeof setTimeout> | undefined
	let wanted: number | null = null

	const memberId = () => {
		const viewer = session.viewer()
		return viewer?.kind === 'member' ? viewer.user.id : null
	}

	const say = connect((news) => {
		// Ignores late events of a stream that this tab has already dropped.
		if (wanted !== null) hear(news, wanted)
	})

	function hear(news: StreamNews, me: number) {
		if (news === 'home' || news === 'open') {
			void refreshLists(queryClient, { isFromElsewhere: true })
			ask(ratingKeys.given)
		}
		if (news === 'notice')
			for (const key of [ratingKeys.ofDriver(me), statsKeys.ofDriver(me), driverKeys.home]) ask(key)
		if (news === 'replies') ask(ratingKeys.given)
		if (news === 'trip' || news === 'open') ask(tripKeys.all)
		// The viewer's rating of that trip may count now.
		if (news === 'trip') ask(ratingKeys.given)
		// The viewer may have replied in another tab.
		if (news === 'replies' || news === 'open') ask(ratingKeys.received(me))
		if (news === 'host' || news === 'open') ask(hostKeys.reports)
		if (news === 'refused') ask(session.query.queryKey)
		else if (news !== 'home' && news !== 'trip') askForNotice()
	}

	/** Waits while a popup is open, because the refetched notice may open or close one. */
	function askForNotice() {
		clearTimeout(waiting)
		if (isSomethingOpen()) waiting = setTimeout(askForNotice, LOOK_AGAIN_MS)
		else ask(session.query.queryKey)
	}

	function update() {
		const member = isWatched ? memberId() : null
		if (member === wanted) return
		wanted = member
		sayAgain()
	}
	const sayAgain = () => say(wanted === null ? null : { address, member: wanted })

	const watch = (isWatchedNow: boolean) => {
		clearTimeout(hiding)
		isWatched = isWatchedNow
		update()
	}
	const stopListening = new AbortController()
	const listening = { signal: stopListening.signal }
	const onVisibilityChange = () => {
		clearTimeout(hiding)
		if (document.hidden) hiding = setTimeout(() => watch(false), HIDDEN_GRACE_MS)
		else watch(true)
	}
	document.addEventListener('visibilitychange', onVisibilityChange, listening)
	// Closes the stream on pagehide: a page in the back/forward cache must not hold it.
	window.addEventListener('pagehide', () => watch(false), listening)
	window.addEventListener('pageshow', () => watch(!document.hidden), listening)

	const sessionHash = hashKey(session.query.queryKey)
	const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
		if (query.queryHash === sessionHash) update()
	})
	// Repeats the request before SILENCE_MAX_MS in shared-stream.ts expires.
	const repeating = setInterval(() => wanted !== null && sayAgain(), REPEAT_MS)
	update()

	/** Used by tests; a page never stops following. */
	return function stopFollowing() {
		stopListening.abort()
		unsubscribe()
		clearInterval(repeating)
		clearTimeout(waiting)
		watch(false)
	}
}
