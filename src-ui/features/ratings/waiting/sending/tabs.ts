import * as v from 'valibot'
import { OwnRating } from '#contract/ratings.ts'
import { newRequestKey } from '#ui/features/ratings/send-rating.ts'
import type { SendingState, WaitingStore } from '#ui/features/ratings/waiting/sending/waiting-store.ts'
import { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'

/** A tab that was closed in the middle holds the others up for so long. */
const LEASE_MS = 8000
const RENEWED_EVERY_MS = 2000
/** One delivery gives up before. A tab in which something hangs for longer does not renew its lease. */
const HANGS_AFTER_MS = 15_000

/**
 * Runs it unless another tab is sending: then the answer is null. `goOn` says that it still works, and answers whether it is
 * still this tab's turn: a tab that was asleep may have lost it.
 */
export type TakeTurn = <T>(run: (goOn: () => Promise<boolean>) => Promise<T>) => Promise<T | null>

type TurnOptions = {
	name: string
	store: Pick<WaitingStore, 'changeSendingState'>
	clock: () => number
	/** Calls again and again; answers what ends that. */
	every: (ms: number, run: () => void) => () => void
	/** Web Locks: not there on plain http. */
	locks?: LockManager | undefined
}

/**
 * One tab sends at a time. A second one would do no harm, as the key of a rating makes it count once; but ten tabs would ask a
 * server that has just come back ten times. A lock ends with its tab; where there are none it is a lease in the database.
 */
export function oneSender({ name, store, clock, every, locks }: TurnOptions): TakeTurn {
	const withLease: TakeTurn = async (run) => {
		const leasedBy = newRequestKey()
		const lease = () => ({ leasedUntil: clock() + LEASE_MS, leasedBy })
		const ifMine = (change: () => Partial<SendingState>) =>
			store.changeSendingState((now) => (now.leasedBy === leasedBy ? change() : null))
		// One that ends later than any lease can was given before the clock was set back.
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
			// Some browsers have locks and refuse them where site data are blocked.
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
		/** Not told by older versions of the app. */
		isAsFirstSaid: v.optional(v.boolean(), false),
	}),
])
type TabMessage = v.InferOutput<typeof Message>

function channelTo(name: string): BroadcastChannel | null {
	try {
		return new BroadcastChannel(name)
	} catch {
		// Missing, or refused because site data are blocked.
		return null
	}
}

/** Tells the other tabs of this instance; where there is no such channel they look for themselves. */
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
