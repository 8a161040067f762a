import * as v from 'valibot'
import { t, tn } from '#contract/text.ts'
import { type Every, repeat } from '#desktop/clock.ts'
import type { Desktop, ProductWindow } from '#desktop/desktop.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import { type HttpResponse, type LimitedResponse, limitedResponse } from '#desktop/web/limited-response.ts'
import type { Notifications } from '#desktop/window/notifications.ts'

const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const OwnUser = v.object({
	id: Id,
	isLatestRatingsSeen: v.boolean(),
	lastSeenRatingId: v.nullable(Id),
	lastRatingReceivedAt: v.nullable(v.string()),
})
const Ratings = v.array(v.object({ id: Id }))
/** The list holds at most 500 ratings of about 130 bytes each. */
const LONGEST_LIST_BYTES = 256 * 1024

type Ask = (path: 'api/user' | `api/ratings/driver/${number}`, signal: AbortSignal) => Promise<HttpResponse>

type Unseen = { count: 0 } | { count: number; userId: number; newest: number | null }

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
	withinMs?: number
	/** Id of the rating last notified about, kept across restarts. The API gives ratings no times. */
	notified: { read(): string | null; remember(ratingId: string): void }
	onUnseen(count: number): void
	onNewRatings(news: { userId: number; count: number }): void
	every?: Every
}) {
	let reportedUnseen: number | null = null
	// A newer check supersedes a running one; stopping supersedes all.
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

/** Stops at the first validation error, because a hostile list could contain very many. */
const read = <Schema extends v.GenericSchema>(schema: Schema, { json }: LimitedResponse) =>
	v.parse(schema, json, { abortEarly: true })

const ASKED_EVERY_MS = 30_000

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
				// The page shows its own popup while the driver is looking at it.
				if (window.isFocused() || !(await notifications.mayNotify(window))) return
				if (followed === window) desktop.notify(newRatingWords(count), () => window.navigate(`profile/${userId}`))
			},
		})
		stop = watcher.stop
	}
}

/** Notification text for `count` new ratings. It reveals nothing of the ratings, because others may see the screen. */
export function newRatingWords(count: number): { title: string; body: string } {
	return {
		title: count === 1 ? t('News from the back seat') : t('The back seat has been talking'),
		body: tn(
			'Somebody rated your driving. Pull over and have a look.',
			'# new ratings of your driving. Pull over and have a look.',
			count,
		),
	}
}
