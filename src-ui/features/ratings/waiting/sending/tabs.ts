import * as v from 'valibot'
import { OwnRating } from '#contract/ratings.ts'
import { newRequestKey } from '#ui/features/ratings/send-rating.ts'
import type { SendingState, WaitingStore } from '#ui/features/ratings/waiting/sending/waiting-store.ts'
import { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'

/** How long a tab that closed while sending blocks the others. */
const LEASE_MS = 8000
const RENEWED_EVERY_MS = 2000
/** Longer than any delivery. A tab that hangs longer stops renewing its lease. */
const HANGS_AFTER_MS = 15_000

/**
 * Runs `run` unless another tab is sending, then resolves to null. `goOn` renews the turn and resolves to false if it
 * was lost, for example while the tab was asleep.
 */
export type TakeTurn = <T>(run: (goOn: () => Promise<boolean>) => Promise<T>) => Promise<T | null>

type TurnOptions = {
	name: string
	store: Pick<WaitingStore, 'changeSendingState'>
	clock: () => number
	every: (ms: number, run: () => void) => () => void
	/** Web Locks need a secure context. */
	locks?: LockManager | undefined
}

/**
 * Lets one tab send at a time. Keys make duplicates harmless, but ten tabs would send ten times the requests to a
 * server that is recovering. Uses Web Locks, which end with the tab, or else a lease in the database.
 */
export function oneSender({ name, store, clock, every, locks }: TurnOptions): TakeTurn {
	const withLease: TakeTurn = async (run) => {
		const leasedBy = newRequestKey()
		const lease = () => ({ leasedUntil: clock() + LEASE_MS, leasedBy })
		const ifMine = (change: () => Partial<SendingState>) =>
			store.changeSendingState((now) => (now.leasedBy === leasedBy ? change() : null))
		// A lease beyond LEASE_MS was taken before the clock was set back.
		const isFree = (until: number) => until <= clock() || until > clock() + LEASE_MS
		if (!(await store.changeSendingState(({ leasedUntil }) => (isFree(leasedUntil) ? lease() : null)))) return null
		let workedAt = clock()
		const stopRenewing = every(RENEWED_EVERY_MS, () => {
			if (clock() - workedAt < HANGS_AFTER_MS)
				ifMine(lease).catch((error: unknown) => console.warn('The turn could not be renewed', error))
		})
		try {
			return await run(() => {
				workedAt = clock()
				return ifMine(lease)
			})
		} finally {
			stopRenewing()
			await ifMine(() => ({ leasedUntil: 0 }))
		}
	}
	if (!locks) return withLease
	return async (run) => {
		let isGranted = false
		try {
			return await locks.request(name, { ifAvailable: true }, (lock) => {
				isGranted = true
				return lock ? run(async () => true) : null
			})
		} catch (error) {
			// Some browsers expose locks but reject requests when site data is blocked.
			if (isGranted) throw error
			return withLease(run)
		}
	}
}

const Message = v.union([
	v.object({ kind: v.literal('changed') }),
	v.object({
		kind: v.literal('sent'),
		waiting: WaitingRating,
		rating: OwnRating,
		/** Older versions of the app omit it. */
		isAsFirstSaid: v.optional(v.boolean(), false),
	}),
])
type TabMessage = v.InferOutput<typeof Message>

function channelTo(name: string): BroadcastChannel | null {
	try {
		return new BroadcastChannel(name)
	} catch {
		// Missing, or rejected because site data is blocked.
		return null
	}
}

/** Notifies the other tabs of this instance. Without BroadcastChannel they poll. */
export function otherTabs(name: string, onMessage: (message: TabMessage) => void) {
	const channel = channelTo(name)
	if (channel)
		channel.onmessage = ({ data }) => {
			const message = v.safeParse(Message, data)
			if (message.success) onMessage(message.output)
		}
	return {
		tell: (message: TabMessage) => channel?.postMessage(message),
		close: () => channel?.close(),
	}
}
