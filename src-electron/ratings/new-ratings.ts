import * as v from 'valibot'
import { type Every, repeat } from '#desktop/clock.ts'
import type { Desktop, ProductWindow } from '#desktop/desktop.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import { type HttpResponse, type LimitedResponse, limitedResponse } from '#desktop/web/limited-response.ts'
import type { Notifications } from '#desktop/window/notifications.ts'

const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** Of `GET api/user`, what is needed here. */
const OwnUser = v.object({
	id: Id,
	isLatestRatingsSeen: v.boolean(),
	lastSeenRatingId: v.nullable(Id),
	lastRatingReceivedAt: v.nullable(v.string()),
})
/** Newest first. */
const Ratings = v.array(v.object({ id: Id }))
/** 500 ratings are in that list at most, of some 130 bytes each. */
const LONGEST_LIST_BYTES = 256 * 1024

type Ask = (path: 'api/user' | `api/ratings/driver/${number}`, signal: AbortSignal) => Promise<HttpResponse>

/** What one check found. `newest`: the id of the newest rating. */
type Unseen = { count: 0 } | { count: number; userId: number; newest: number | null }

/** Checks every now and then whether the member has ratings they have not seen. */
export function watchNewRatings({
	ask,
	everyMs = 30_000,
	withinMs,
	notified,
	onUnseen,
	onNewRatings,
	every = repeat,
}: {
	ask: Ask
	everyMs?: number
	/** How long each answer may take. */
	withinMs?: number
	/** The id of the rating that was notified of last, kept over restarts. The instance gives ratings no times. */
	notified: { read(): string | null; remember(ratingId: string): void }
	/** How many ratings are unseen; called when it changes, and once at the start. */
	onUnseen(count: number): void
	/** There are ratings that nobody was notified of yet. */
	onNewRatings(news: { userId: number; count: number }): void
	every?: Every
}) {
	let reportedUnseen: number | null = null
	// A check that is overtaken by the next one counts no more; after the stop none does.
	let newestCheck = 0
	let isStopped = false

	const checkNow = async () => {
		newestCheck += 1
		const check = newestCheck
		const unseen = await unseenRatings(ask, withinMs).catch(() => null)
		if (!unseen || isStopped || check !== newestCheck) return
		if (unseen.count !== reportedUnseen) onUnseen(unseen.count)
		reportedUnseen = unseen.count
		if (!('newest' in unseen) || unseen.newest === null || notified.read() === String(unseen.newest)) return
		notified.remember(String(unseen.newest))
		onNewRatings({ userId: unseen.userId, count: unseen.count })
	}

	const stopTimer = every(everyMs, () => void checkNow())
	void checkNow()

	return {
		checkNow,
		stop() {
			isStopped = true
			stopTimer()
		},
	}
}

/** Throws or rejects when the instance is away or says nothing that makes sense; it is asked again later. */
async function unseenRatings(ask: Ask, withinMs?: number): Promise<Unseen> {
	const answer = await limitedResponse((signal) => ask('api/user', signal), { withinMs })
	if (answer.status === 401) return { count: 0 }
	const { id, ...user } = read(OwnUser, answer)
	if (user.isLatestRatingsSeen || user.lastRatingReceivedAt === null) return { count: 0 }
	const limits = { withinMs, longestBytes: LONGEST_LIST_BYTES }
	const ratings = read(Ratings, await limitedResponse((signal) => ask(`api/ratings/driver/${id}`, signal), limits))
	const seen = ratings.findIndex((rating) => rating.id === user.lastSeenRatingId)
	const unseen = seen < 0 ? ratings.length : seen
	return { count: Math.max(1, unseen), userId: id, newest: ratings[0]?.id ?? null }
}

/** Stops at the first thing that makes no sense: reporting each would take long in a list of nonsense. */
const read = <Schema extends v.GenericSchema>(schema: Schema, { json }: LimitedResponse) =>
	v.parse(schema, json, { abortEarly: true })

const ASKED_EVERY_MS = 30_000

/** Follows what is said about the member in the window that is shown; null follows nothing. */
export function createRatingNews({
	settings,
	desktop,
	notifications,
}: {
	settings: SettingsFile
	desktop: Desktop
	notifications: Pick<Notifications, 'mayNotify'>
}) {
	let stop = () => {}
	let followed: ProductWindow | null = null
	return (window: ProductWindow | null) => {
		stop()
		followed = window
		stop = () => {}
		if (!window) return desktop.setBadge(0)
		const { base } = window
		const watcher = watchNewRatings({
			ask: window.ask,
			everyMs: ASKED_EVERY_MS,
			notified: {
				read: () => settings.current().notified[base] ?? null,
				remember: (ratingId) => settings.change({ notified: { ...settings.current().notified, [base]: ratingId } }),
			},
			onUnseen: desktop.setBadge,
			onNewRatings: async ({ userId, count }) => {
				// The page has a popup of its own for the driver who is looking at it.
				if (window.isFocused() || !(await notifications.mayNotify(window))) return
				// The question may have been open for long.
				if (followed === window) desktop.notify(newRatingWords(count), () => window.navigate(`profile/${userId}`))
			},
		})
		stop = watcher.stop
	}
}

/** What the system's notification says of `count` new ratings. Nothing of the ratings themselves: screens are seen by others. */
export function newRatingWords(count: number): { title: string; body: string } {
	if (count === 1)
		return { title: 'News from the back seat', body: 'Somebody rated your driving. Pull over and have a look.' }
	return {
		title: 'The back seat has been talking',
		body: `${count} new ratings of your driving. Pull over and have a look.`,
	}
}
