import { GUEST_ID } from '#contract/ids.ts'
import type { OwnRating } from '#contract/ratings.ts'
import type { Viewer } from '#ui/features/accounts/session/viewer.ts'
import type { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import type { Outcome } from './deliver.ts'
import type { TakeTurn } from './one-sender.ts'
import { msUntil, pauseAfter } from './pauses.ts'
import type { WaitingStore } from './waiting-store.ts'

/** As long as the server knows the keys of requests that were changed or taken back since. */
const SENT_WITHIN_MS = 30 * 86_400_000
const TOO_OLD = { status: 0, message: 'It waited here for 30 days. Does it still hold?' }

/** Several tabs hear of the network at the same moment; one of them asking is enough. */
const JUST_TRIED_MS = 1000
/** Another tab is sending: a look at what it has left. */
const OTHERS_TURN_MS = 3000

export type RoundParts = {
	store: WaitingStore
	takeTurn: TakeTurn
	deliver: (waiting: WaitingRating) => Promise<Outcome>
	viewer: () => Viewer | undefined
	/** Somebody logged out and the server has not heard: that comes first. Answers whether it knows now. */
	isLogoutKnown: () => Promise<boolean>
	/** A member's rating was refused: maybe their session has ended. */
	onNotTheirs: () => void
	onSent: (waiting: WaitingRating, rating: OwnRating) => void
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

async function sendEach(parts: RoundParts, goOn: () => Promise<void>): Promise<RoundResult> {
	const { store, viewer } = parts
	if (!(await parts.isLogoutKnown())) return { nextMs: null, isUnanswered: true }
	let nextMs: number | null = null
	/** Of these, one that was given earlier still waits. */
	const heldBack = new Set<string>()
	for (const waiting of await store.all()) {
		if (waiting.refusal !== null || !isTheirs(waiting, viewer())) continue
		const line = `${waiting.rating.raterId} ${waiting.rating.driverId}`
		if (heldBack.has(line)) continue
		await goOn()
		const outcome = await outcomeFor(waiting, parts)
		if (outcome.kind === 'unanswered') return { nextMs: null, isUnanswered: true }
		const againMs = await settle(waiting, outcome, parts)
		if (againMs !== null) nextMs = Math.min(nextMs ?? againMs, againMs)
		if (outcome.kind === 'later' || outcome.kind === 'not theirs') heldBack.add(line)
	}
	return { nextMs, isUnanswered: false }
}

async function outcomeFor(waiting: WaitingRating, { clock, deliver }: RoundParts): Promise<Outcome> {
	if (clock() - waiting.madeAt > SENT_WITHIN_MS) return { kind: 'refused', refusal: TOO_OLD }
	if (waiting.notBefore > clock()) return { kind: 'later', afterMs: waiting.notBefore - clock() }
	return deliver(waiting)
}

/** Notes what became of it. Answers when to try again; null if not by itself. */
async function settle(waiting: WaitingRating, outcome: Outcome, parts: RoundParts): Promise<number | null> {
	const { store, clock, onNotTheirs, onSent } = parts
	/** Unless somebody has changed it meanwhile: then it goes once more, with what it says now. */
	const become = async (next: (now: WaitingRating) => WaitingRating | null) => {
		let isChanged = false
		await store.update(waiting.place, (now) => {
			isChanged = !saysTheSame(now, waiting)
			return isChanged ? now : next(now)
		})
		return isChanged
	}
	switch (outcome.kind) {
		case 'sent':
			if (await become(() => null)) return 0
			onSent(waiting, outcome.rating)
			return null
		case 'refused':
			return (await become((now) => ({ ...now, refusal: outcome.refusal }))) ? 0 : null
		case 'later':
			await become((now) => ({ ...now, notBefore: clock() + outcome.afterMs }))
			return outcome.afterMs
		default:
			onNotTheirs()
			return null
	}
}

/** A guest's is sent as a guest's whoever is here; a member's waits until they are signed in. */
function isTheirs(waiting: WaitingRating, viewer: Viewer | undefined): boolean {
	const rater = waiting.rating.raterId
	if (rater === GUEST_ID) return viewer !== undefined
	return viewer?.kind === 'member' && viewer.user.id === rater
}

const saysTheSame = (now: WaitingRating, sent: WaitingRating): boolean =>
	now.key === sent.key && JSON.stringify(now.rating) === JSON.stringify(sent.rating)
