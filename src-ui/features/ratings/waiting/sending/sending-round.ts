import { GUEST_ID, type UserId } from '#contract/ids.ts'
import { type OwnRating, RATING_WAIT_MAX_MS } from '#contract/ratings.ts'
import type { DropOutcome, Outcome } from '#ui/features/ratings/waiting/sending/deliver.ts'
import type { WaitingStore } from '#ui/features/ratings/waiting/sending/waiting-store.ts'
import { lineOf, type WaitingDrop, type WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import type { Viewer } from '#ui/session/viewer.ts'
import type { TakeTurn } from './tabs.ts'

/** As long as the server knows the keys of requests that were changed or taken back since. */
const SENT_WITHIN_MS = 30 * 86_400_000
const TOO_OLD = { status: 0, message: 'It waited here for 30 days. Does it still hold?' }

/** Several tabs hear of the network at the same moment; one of them asking is enough. */
const JUST_TRIED_MS = 1000
/** Another tab is sending: a look at what it has left. */
const OTHERS_TURN_MS = 2000
const AFTER_BUG_MS = 60_000

export type RoundParts = {
	store: WaitingStore
	takeTurn: TakeTurn
	deliver: (waiting: WaitingRating) => Promise<Outcome>
	cancel: (drop: WaitingDrop) => Promise<DropOutcome>
	viewer: () => Viewer | undefined
	/** A member logged out and the server has not heard: that comes first. Answers whether it knows now. */
	isLogoutKnown: () => Promise<boolean>
	/** A member's rating was refused: maybe their session has ended. */
	onNotTheirs: () => void
	onSent: (waiting: WaitingRating, sent: { rating: OwnRating; isAsFirstSaid: boolean }) => void
	/** `isTooLate`: it had arrived, and stands. */
	onCancelled: (drop: WaitingDrop, isTooLate: boolean) => void
	clock: () => number
	random: () => number
}

/** `nextMs`: when another round can do something, null if only people can. */
export type RoundResult = { nextMs: number | null; isUnanswered: boolean }

/** Sends what can be sent now, in the order in which it was given. `isUrgent`: something has changed, so pauses do not count. */
export async function sendingRound(parts: RoundParts, isUrgent: boolean): Promise<RoundResult> {
	const { store, clock, random, takeTurn } = parts
	const state = await store.sendingState()
	const pause = isUrgent ? msUntil(state.triedAt + JUST_TRIED_MS, clock()) : msUntil(state.nextAt, clock())
	if (pause > 0) return { nextMs: pause, isUnanswered: false }
	const result = await takeTurn(async (goOn) => {
		const { isUnanswered, nextMs } = await sendEach(parts, goOn)
		// A network that is just coming back may need a second try, soon.
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
	/** Of these, one that was given earlier still waits. */
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
	// Undone in this moment: there is nothing to cancel.
	if (!(await store.updateDrop(drop.place, (now) => ({ ...now, isAsked: true }))))
		return { kind: 'refused', refusal: TOO_OLD }
	return cancel(drop)
}

/** Notes what became of it. Answers when to try again; null if not by itself. */
async function settle(waiting: WaitingRating, outcome: Outcome, parts: RoundParts): Promise<number | null> {
	const { store, clock, onNotTheirs, onSent } = parts
	/** Unless its rater has changed it meanwhile: then it goes once more, with what it says now. Or dropped it. */
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
			// What is gone was dropped: it is cancelled right away.
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

/** As for ratings. What is refused is over, too: it never came, it stands, or a member has kept it. */
async function settleDrop(drop: WaitingDrop, outcome: DropOutcome, parts: RoundParts): Promise<number | null> {
	const { store, clock, onNotTheirs, onCancelled } = parts
	const later = async (afterMs: number) => {
		await store.updateDrop(drop.place, (now) => ({ ...now, notBefore: clock() + afterMs }))
		return afterMs
	}
	if (outcome.kind === 'later') return later(outcome.afterMs)
	const status = outcome.kind === 'refused' ? outcome.refusal.status : 204
	// Nobody is there to be asked what to do.
	if (status >= 500) return later(AFTER_BUG_MS)
	if (outcome.kind === 'cancelled' || outcome.kind === 'refused') {
		const wasThere = await store.updateDrop(drop.place, () => null)
		if (wasThere) onCancelled(drop, status === 403)
	} else if (outcome.kind === 'not theirs') onNotTheirs()
	return null
}

/** A guest's is sent as a guest's whoever is here; a member's waits until they are signed in. */
function isTheirs(rater: UserId, viewer: Viewer | undefined): boolean {
	if (rater === GUEST_ID) return viewer !== undefined
	return viewer?.kind === 'member' && viewer.user.id === rater
}

const saysTheSame = (now: WaitingRating, sent: WaitingRating): boolean =>
	now.key === sent.key && JSON.stringify(now.rating) === JSON.stringify(sent.rating)

const FIRST_MS = 2000
const LONGEST_MS = 60_000

/** How long to wait after so many failures in a row: twice as long each time, and up to a fifth shorter, so that not all come back at once. */
export function pauseAfter(failures: number, random: () => number): number {
	const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
	return longest * (1 - random() / 5)
}

/** A moment further away than any pause can be was noted before the clock was set back: it counts as past. */
export const msUntil = (at: number, now: number, longest = LONGEST_MS): number =>
	at - now > longest ? 0 : Math.max(0, at - now)
