import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { type OwnRating, RATING_WAIT_MAX_MS } from '#contract/ratings.ts'
import { marked } from '#contract/text.ts'
import type { DropOutcome, Outcome } from '#ui/features/ratings/waiting/sending/deliver.ts'
import type { WaitingStore } from '#ui/features/ratings/waiting/sending/waiting-store.ts'
import { lineOf, type WaitingDrop, type WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import type { Viewer } from '#ui/session/viewer.ts'
import type { TakeTurn } from './tabs.ts'

/** The server remembers the keys of changed or deleted ratings this long. */
const SENT_WITHIN_MS = 30 * 86_400_000
const TOO_OLD = { status: 0, message: marked('It waited here for 30 days. Does it still hold?').text }

/** All tabs get the `online` event together; one request is enough. */
const JUST_TRIED_MS = 1000
/** Delay until the next look at the database while another tab is sending. */
const OTHERS_TURN_MS = 2000
const AFTER_BUG_MS = 60_000

export type RoundParts = {
	store: WaitingStore
	takeTurn: TakeTurn
	deliver: (waiting: WaitingRating) => Promise<Outcome>
	cancel: (drop: WaitingDrop) => Promise<DropOutcome>
	viewer: () => Viewer | undefined
	/** False while a logout has not reached the server; it must be sent first. */
	isLogoutKnown: () => Promise<boolean>
	/** A member's rating was refused, so their session may have ended. */
	onNotTheirs: () => void
	onSent: (waiting: WaitingRating, sent: { rating: OwnRating; isAsFirstSaid: boolean }) => void
	/** `isTooLate`: the rating had arrived and can no longer be cancelled. */
	onCancelled: (drop: WaitingDrop, isTooLate: boolean) => void
	clock: () => number
	random: () => number
}

/** `nextMs` is null if only the rater can change anything. */
export type RoundResult = { nextMs: number | null; isUnanswered: boolean }

/** Sends all it can, oldest first. `isUrgent` shortens the pause, because something changed. */
export async function sendingRound(parts: RoundParts, isUrgent: boolean): Promise<RoundResult> {
	const { store, clock, random, takeTurn } = parts
	const state = await store.sendingState()
	const pause = isUrgent ? msUntil(state.triedAt + JUST_TRIED_MS, clock()) : msUntil(state.nextAt, clock())
	if (pause > 0) return { nextMs: pause, isUnanswered: false }
	const result = await takeTurn(async (goOn) => {
		const { isUnanswered, nextMs } = await sendEach(parts, goOn)
		// A network that has just returned may fail once, so start again from the shortest pause.
		const before = isUrgent ? 0 : state.failures
		const failures = isUnanswered ? before + 1 : 0
		const pause = isUnanswered ? pauseAfter(failures, random) : 0
		await store.changeSendingState(() => ({ failures, triedAt: clock(), nextAt: clock() + pause }))
		return { isUnanswered, nextMs: isUnanswered ? pause : nextMs }
	})
	return result ?? { nextMs: OTHERS_TURN_MS, isUnanswered: false }
}

async function sendEach(parts: RoundParts, goOn: () => Promise<boolean>): Promise<RoundResult> {
	const { store, viewer } = parts
	if (!(await parts.isLogoutKnown())) return { nextMs: null, isUnanswered: true }
	const again: (number | null)[] = []
	for (const drop of await store.drops()) {
		if (!isTheirs(drop.dropped.raterId, viewer())) continue
		if (!(await goOn())) return { nextMs: OTHERS_TURN_MS, isUnanswered: false }
		const outcome = await dropOutcomeFor(drop, parts)
		if (outcome.kind === 'unanswered') return { nextMs: null, isUnanswered: true }
		again.push(await settleDrop(drop, outcome, parts))
	}
	const heldBack = new Set<string>()
	for (const waiting of await store.all()) {
		if (waiting.refusal !== null || !isTheirs(waiting.rating.raterId, viewer())) continue
		const line = lineOf(waiting.rating)
		if (heldBack.has(line)) continue
		if (!(await goOn())) return { nextMs: OTHERS_TURN_MS, isUnanswered: false }
		const outcome = await outcomeFor(waiting, parts)
		if (outcome.kind === 'unanswered') return { nextMs: null, isUnanswered: true }
		again.push(await settle(waiting, outcome, parts))
		if (outcome.kind === 'later' || outcome.kind === 'not theirs') heldBack.add(line)
	}
	const nextMs = Math.min(...again.filter((ms) => ms !== null))
	return { nextMs: Number.isFinite(nextMs) ? nextMs : null, isUnanswered: false }
}

async function outcomeFor(waiting: WaitingRating, { clock, deliver }: RoundParts): Promise<Outcome> {
	if (clock() - waiting.madeAt > SENT_WITHIN_MS) return { kind: 'refused', refusal: TOO_OLD }
	const afterMs = msUntil(waiting.notBefore, clock(), RATING_WAIT_MAX_MS)
	return afterMs > 0 ? { kind: 'later', afterMs } : deliver(waiting)
}

async function dropOutcomeFor(drop: WaitingDrop, { store, clock, cancel }: RoundParts): Promise<DropOutcome> {
	if (clock() - drop.madeAt > SENT_WITHIN_MS) return { kind: 'refused', refusal: TOO_OLD }
	const afterMs = msUntil(drop.notBefore, clock(), RATING_WAIT_MAX_MS)
	if (afterMs > 0) return { kind: 'later', afterMs }
	if (!(await store.updateDrop(drop.place, (now) => ({ ...now, isAsked: true }))))
		return { kind: 'refused', refusal: TOO_OLD }
	return cancel(drop)
}

/** Stores the outcome. Returns the delay until the next attempt, or null if only the rater can change anything. */
async function settle(waiting: WaitingRating, outcome: Outcome, parts: RoundParts): Promise<number | null> {
	const { store, clock, onNotTheirs, onSent } = parts
	/** If the rating was edited while in flight, resend the edited version. */
	const become = async (next: (now: WaitingRating) => WaitingRating | null) => {
		let was: 'changed' | 'as it was' | 'gone' = 'gone'
		await store.update(waiting.place, (now) => {
			was = saysTheSame(now, waiting) ? 'as it was' : 'changed'
			return was === 'changed' ? now : next(now)
		})
		return was as 'changed' | 'as it was' | 'gone'
	}
	switch (outcome.kind) {
		case 'sent': {
			const was = await become(() => null)
			if (was === 'as it was') onSent(waiting, outcome)
			return was === 'as it was' ? null : 0
		}
		case 'refused':
			return (await become((now) => ({ ...now, refusal: outcome.refusal }))) === 'changed' ? 0 : null
		case 'later':
			await become((now) => ({ ...now, notBefore: clock() + outcome.afterMs }))
			return outcome.afterMs
		default:
			onNotTheirs()
			return null
	}
}

/** A refusal ends it too: the rating never arrived, can no longer be changed or was adopted by a member. */
async function settleDrop(drop: WaitingDrop, outcome: DropOutcome, parts: RoundParts): Promise<number | null> {
	const { store, clock, onNotTheirs, onCancelled } = parts
	const later = async (afterMs: number) => {
		await store.updateDrop(drop.place, (now) => ({ ...now, notBefore: clock() + afterMs }))
		return afterMs
	}
	if (outcome.kind === 'later') return later(outcome.afterMs)
	const status = outcome.kind === 'refused' ? outcome.refusal.status : 204
	// No one is present to decide, so retry later.
	if (status >= 500) return later(AFTER_BUG_MS)
	if (outcome.kind === 'cancelled' || outcome.kind === 'refused') {
		const wasThere = await store.updateDrop(drop.place, () => null)
		if (wasThere) onCancelled(drop, status === 403)
	} else if (outcome.kind === 'not theirs') onNotTheirs()
	return null
}

/** A guest's rating can be sent by any user as a guest's; a member's waits for that member to sign in. */
function isTheirs(rater: UserId, viewer: Viewer | undefined): boolean {
	if (rater === GUEST_ID) return viewer !== undefined
	return viewer?.kind === 'member' && viewer.user.id === rater
}

const saysTheSame = (now: WaitingRating, sent: WaitingRating): boolean =>
	now.key === sent.key && JSON.stringify(now.rating) === JSON.stringify(sent.rating)

const FIRST_MS = 2000
const LONGEST_MS = 60_000

/** Exponential backoff, shortened by up to a fifth at random so that clients do not retry together. */
export function pauseAfter(failures: number, random: () => number): number {
	const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
	return longest * (1 - random() / 5)
}

/** Milliseconds until `at`. Zero if that exceeds the longest pause, because the clock must have been set back since. */
export const msUntil = (at: number, now: number, longest = LONGEST_MS): number =>
	at - now > longest ? 0 : Math.max(0, at - now)
