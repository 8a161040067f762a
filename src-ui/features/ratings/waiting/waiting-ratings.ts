import type { QueryClient } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { OwnRating, RatingChange } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import type { Tracker } from '#ui/features/analytics/tracker.ts'
import { ratingArrived, refreshAfterRating, trackRating } from '#ui/features/ratings/after-rating.ts'
import { noteGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { noAnswerSignal, type RatingToSend } from '#ui/features/ratings/send-rating.ts'
import { cancel, deliver } from '#ui/features/ratings/waiting/sending/deliver.ts'
import { createSender } from '#ui/features/ratings/waiting/sending/sender.ts'
import { oneSender, otherTabs } from '#ui/features/ratings/waiting/sending/tabs.ts'
import { waitingStore } from '#ui/features/ratings/waiting/sending/waiting-store.ts'
import { edited, lineOf, type WaitingDrop, type WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { raterShownTo, WHOSE_WAITING_KEY } from '#ui/features/ratings/waiting/whose-waiting.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { basePath } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { remember } from '#ui/platform/storage.ts'
import { within } from '#ui/platform/unanswered.ts'
import { finishPendingLogout, isLogoutPending } from '#ui/session/pending-logout.ts'
import type { Session } from '#ui/session/session.ts'
import type { Viewer } from '#ui/session/viewer.ts'

/** Two instances can share one origin. */
const NAME = `backseat-waiting-ratings${basePath}`

/** Some browsers ignore the abort signal. */
const HANGS_AFTER_MS = 12_000
const unanswered = () => ({ kind: 'unanswered' }) as const

export type WaitingPage = { queryClient: QueryClient; session: Session; tracker: Tracker }
export type WaitingRatings = ReturnType<typeof waitingRatings>

/** Stores ratings given without network and, once started, sends them. One per page. */
export function waitingRatings({ queryClient, session, tracker }: WaitingPage) {
	const clock = () => Date.now()
	const store = waitingStore(NAME)
	const tabs = otherTabs(NAME, (message) => {
		if (message.kind === 'sent') showThatItIsIn(queryClient, { ...message, viewer: session.viewer() })
		else showWhatWaits()
	})
	const showWhatWaits = () => void queryClient.invalidateQueries({ queryKey: ratingKeys.everyWaiting })

	let isStopped = false
	const every = (ms: number, run: () => void) => {
		const timer = setInterval(() => (isStopped ? clearInterval(timer) : run()), ms)
		return () => clearInterval(timer)
	}
	/** Runs after each change in the store; does nothing once stopped. */
	async function note() {
		const raterIds = (await store.all()).map(({ rating }) => rating.raterId)
		if (isStopped) return false
		const isNoted = noteWhoseWaiting(raterIds)
		showWhatWaits()
		tabs.tell({ kind: 'changed' })
		return isNoted
	}

	const sender = createSender({
		store,
		clock,
		random: Math.random,
		takeTurn: oneSender({ name: NAME, store, clock, every, locks: navigator.locks }),
		deliver: (waiting) => within(HANGS_AFTER_MS, deliver(waiting, noAnswerSignal())).catch(unanswered),
		cancel: (drop) => within(HANGS_AFTER_MS, cancel(drop, noAnswerSignal())).catch(unanswered),
		viewer: session.viewer,
		isLogoutKnown: async () => {
			await finishPendingLogout()
			return !isLogoutPending()
		},
		onNotTheirs: () => void queryClient.invalidateQueries({ queryKey: session.query.queryKey }),
		onSettled: () => note().catch((error: unknown) => console.warn('What waits here could not be counted', error)),
		onSent: (waiting, answer) => {
			const sent = { waiting, ...answer, viewer: session.viewer() }
			showThatItIsIn(queryClient, sent)
			countSent(tracker, sent)
			tabs.tell({ kind: 'sent', waiting, ...answer })
		},
		onCancelled: (drop, isTooLate) => showThatItIsCancelled(queryClient, { drop, isTooLate, viewer: session.viewer() }),
	})

	return {
		async ofRater(raterId: UserId) {
			const own = (await store.all()).filter((waiting) => waiting.rating.raterId === raterId)
			// A screen's own texts contain no refusals.
			if (own.some(({ refusal }) => refusal)) await globalThis.backseatTexts?.()?.catch(() => undefined)
			return own
		},

		async keep(rating: RatingToSend, key: string, driverName: string): Promise<WaitingRating> {
			const said = { ...rating, raterId: rating.raterId ?? GUEST_ID }
			const kept = await store.add({
				key,
				rating: said,
				driverName,
				madeAt: clock(),
				earlier: [],
				notBefore: 0,
				refusal: null,
			})
			if (!(await note())) {
				await store.update(kept.place, () => null)
				throw new Error('This browser keeps nothing for us')
			}
			sender.expect()
			return kept
		},

		/**
		 * Sends the waiting ratings first. True if a new rating must queue behind them: no network, or an earlier one of
		 * the same driver is unsent.
		 */
		async isStuck(rating: RatingToSend): Promise<boolean> {
			if ((await sender.sendNow()).isUnanswered) return true
			const line = lineOf({ ...rating, raterId: rating.raterId ?? GUEST_ID })
			return (await store.all()).some((one) => one.refusal === null && lineOf(one.rating) === line)
		},

		async edit(place: number, said: RatingChange): Promise<boolean> {
			const changed = await store.update(place, (now) => edited(now, said, clock()))
			await note()
			void sender.sendNow()
			return changed !== null
		},

		/** Cancels it on the server in case it arrived. Resolves to the dropped rating, or null if it was gone. */
		async drop(place: number): Promise<WaitingRating | null> {
			const dropped = await store.drop(place, clock())
			await note()
			void sender.sendNow()
			return dropped
		},

		async putBack(waiting: WaitingRating) {
			await store.putBack(waiting, clock())
			await note()
			void sender.sendNow()
		},

		/** Removes it without a cancel, because the form still holds it. */
		async forget(place: number) {
			await store.update(place, () => null)
			await note()
		},

		async dropAllOf(raterId: UserId) {
			for (const { place, rating } of await store.all())
				if (rating.raterId === raterId) await store.update(place, () => null)
			for (const { place, dropped } of await store.drops())
				if (dropped.raterId === raterId) await store.updateDrop(place, () => null)
			await note()
		},

		start: () => sender.start(queryClient, session),

		async stop() {
			isStopped = true
			sender.stop()
			tabs.close()
			await store.close()
		},
	}
}

type Sent = { waiting: WaitingRating; rating: OwnRating; isAsFirstSaid: boolean; viewer: Viewer | undefined }

/** Refreshes every tab; only the rater sees the toast. */
function showThatItIsIn(queryClient: QueryClient, { waiting, rating, isAsFirstSaid, viewer }: Sent) {
	refreshAfterRating(queryClient)
	if (raterShownTo(viewer) !== waiting.rating.raterId) return
	if (waiting.rating.raterId === GUEST_ID) noteGuestRatings(true)
	queryClient.setQueryData(ratingKeys.sent(waiting.place), rating)
	if (isAsFirstSaid) {
		sayThatItStands(t('Your verdict on {driver} had arrived before you changed it.', { driver: waiting.driverName }))
		return
	}
	toast(ratingOfDriverArrived(rating, waiting.driverName))
}

/** Names the driver, because several ratings may arrive at once. */
function ratingOfDriverArrived(rating: Pick<OwnRating, 'sealed' | 'onTrip'>, driver: string) {
	const { title } = ratingArrived(rating)
	if (!rating.sealed)
		return {
			title,
			description: t('Your rating of {driver} has been officially logged. The tea has been spilled!', { driver }),
		}
	return {
		title,
		description: rating.onTrip
			? t('Your rating of {driver} waits in its envelope until the trip is opened. Until then nobody knows but you.', {
					driver,
				})
			: t('Your rating of {driver} waits in its envelope for the evening post. Until then nobody knows but you.', {
					driver,
				}),
	}
}

const sayThatItStands = (description: string) => void toast({ title: t('It stands as first said.'), description })

/** Runs in the tab that cancelled it. A successful cancel shows nothing, since the drop already did. */
function showThatItIsCancelled(
	queryClient: QueryClient,
	{ drop, isTooLate, viewer }: { drop: WaitingDrop; isTooLate: boolean; viewer: Viewer | undefined },
) {
	refreshAfterRating(queryClient)
	if (isTooLate && raterShownTo(viewer) === drop.dropped.raterId)
		sayThatItStands(
			t('Your verdict on {driver} had arrived more than a day before you dropped it.', { driver: drop.driverName }),
		)
}

function countSent({ track }: Pick<Tracker, 'track'>, { waiting, rating, viewer }: Sent) {
	const member = viewer?.kind === 'member' && viewer.user.id === waiting.rating.raterId ? viewer.user : null
	trackRating(track, rating, member, { id: rating.driverId, name: waiting.driverName })
}

/** Returns false if the browser could not store it. */
export function noteWhoseWaiting(raterIds: readonly UserId[]): boolean {
	const isNoted = remember('localStorage', WHOSE_WAITING_KEY, raterIds.length === 0 ? null : [...new Set(raterIds)])
	window.dispatchEvent(new StorageEvent('storage', { key: WHOSE_WAITING_KEY }))
	return isNoted
}
