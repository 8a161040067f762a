import type { WaitingStore } from './waiting-store.ts'

/** Longer than one delivery may take; a tab that was closed in the middle holds the others up for so long. */
const LEASE_MS = 45_000

/** Runs it unless another tab is sending: then the answer is null. `goOn` says that it still works. */
export type TakeTurn = <T>(run: (goOn: () => Promise<void>) => Promise<T>) => Promise<T | null>

type TurnOptions = {
	name: string
	store: Pick<WaitingStore, 'changeSendingState'>
	clock: () => number
	/** Web Locks: not there on plain http. */
	locks?: LockManager | undefined
}

/**
 * One tab sends at a time. A second one would do no harm, as the key of a rating makes it count once; but ten tabs would ask a
 * server that has just come back ten times. A lock ends with its tab; where there are none it is a lease in the database.
 */
export function oneSender({ name, store, clock, locks }: TurnOptions): TakeTurn {
	const withLease: TakeTurn = async (run) => {
		const lease = () => ({ leasedUntil: clock() + LEASE_MS })
		// One that ends later than any lease can was given before the clock was set back.
		const isFree = (until: number) => until <= clock() || until > clock() + LEASE_MS
		if (!(await store.changeSendingState(({ leasedUntil }) => (isFree(leasedUntil) ? lease() : null)))) return null
		try {
			return await run(async () => void (await store.changeSendingState(lease)))
		} finally {
			await store.changeSendingState(() => ({ leasedUntil: 0 }))
		}
	}
	if (!locks) return withLease
	return (run) => locks.request(name, { ifAvailable: true }, (lock) => (lock ? run(async () => undefined) : null))
}
