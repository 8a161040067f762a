import { type DBSchema, openDB } from 'idb'
import * as v from 'valibot'
import { tripOf } from '#ui/features/ratings/send-rating.ts'
import {
	asNew,
	lineOf,
	mayHaveArrived,
	type NewWaiting,
	WaitingDrop,
	WaitingRating,
} from '#ui/features/ratings/waiting/waiting-rating.ts'

/** Times are Unix milliseconds. `leasedBy` identifies the tab that is sending. */
export type SendingState = {
	failures: number
	triedAt: number
	nextAt: number
	leasedUntil: number
	leasedBy?: string
}
const NOTHING_SENT: SendingState = { failures: 0, triedAt: 0, nextAt: 0, leasedUntil: 0 }

interface Tables extends DBSchema {
	ratings: { key: number; value: unknown }
	state: { key: 'sending'; value: SendingState }
}

export type WaitingStore = ReturnType<typeof waitingStore>

/** Waiting ratings in IndexedDB, oldest first. Each function rejects if the browser stores nothing. */
export function waitingStore(name: string) {
	const opened = lazily(() =>
		openDB<Tables>(name, 1, {
			upgrade(db) {
				db.createObjectStore('ratings', { keyPath: 'place', autoIncrement: true })
				db.createObjectStore('state')
			},
			blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
			terminated: () => opened.forget(),
		}),
	)

	return {
		async all(): Promise<WaitingRating[]> {
			const found = await (await opened.get()).getAll('ratings')
			return found.filter((one) => v.is(WaitingRating, one))
		},

		/** Resolves once it is on disk. On a trip it replaces the rater's earlier rating of that driver. */
		async add(rating: NewWaiting): Promise<WaitingRating> {
			const transaction = (await opened.get()).transaction('ratings', 'readwrite', { durability: 'strict' })
			const [before] =
				tripOf(rating.rating) === null ? [] : (await transaction.store.getAll()).filter(isInLineOf(rating))
			const kept = before ? transaction.store.put({ ...rating, place: before.place }) : transaction.store.add(rating)
			const [place] = await Promise.all([kept, transaction.done])
			return { place, ...rating }
		},

		async drops(): Promise<WaitingDrop[]> {
			const found = await (await opened.get()).getAll('ratings')
			return found.filter((one) => v.is(WaitingDrop, one))
		},

		/**
		 * Atomic. Leaves a drop to be cancelled if the rating may have arrived. Resolves to null if the rating was gone.
		 */
		async drop(place: number, at: number): Promise<WaitingRating | null> {
			const transaction = (await opened.get()).transaction('ratings', 'readwrite', { durability: 'strict' })
			const now = await transaction.store.get(place)
			const dropped = v.is(WaitingRating, now) ? now : null
			if (dropped) await transaction.store.delete(place)
			if (dropped && mayHaveArrived(dropped)) {
				const { key, rating, driverName } = dropped
				const drop: Omit<WaitingDrop, 'place'> = {
					dropped: { key, raterId: rating.raterId },
					driverName,
					madeAt: at,
					notBefore: 0,
					isAsked: false,
				}
				await transaction.store.add(drop)
			}
			await transaction.done
			return dropped
		},

		/** Restores a dropped rating at its old position, with a new key if a cancel may have been sent. */
		async putBack(rating: WaitingRating, at: number) {
			const transaction = (await opened.get()).transaction('ratings', 'readwrite', { durability: 'strict' })
			const all = await transaction.store.getAll()
			const drop = all.filter((one) => v.is(WaitingDrop, one)).find(({ dropped }) => dropped.key === rating.key)
			const isAsIs = !mayHaveArrived(rating) || drop?.isAsked === false
			const isSaidAnew = tripOf(rating.rating) !== null && all.some(isInLineOf(rating))
			if (drop && isAsIs) await transaction.store.delete(drop.place)
			if (!isSaidAnew) await transaction.store.put(isAsIs ? rating : asNew(rating, at))
			await transaction.done
		},

		/** Atomic. `next` returns null to delete the drop. Resolves to false if it was gone. */
		async updateDrop(place: number, next: (now: WaitingDrop) => WaitingDrop | null): Promise<boolean> {
			const transaction = (await opened.get()).transaction('ratings', 'readwrite', { durability: 'strict' })
			const now = await transaction.store.get(place)
			const isThere = v.is(WaitingDrop, now)
			const changed = isThere ? next(now) : null
			if (changed) await transaction.store.put(changed)
			else if (isThere) await transaction.store.delete(place)
			await transaction.done
			return isThere
		},

		/** Atomic across tabs. `next` returns null to delete the rating. */
		async update(place: number, next: (now: WaitingRating) => WaitingRating | null): Promise<WaitingRating | null> {
			const transaction = (await opened.get()).transaction('ratings', 'readwrite', { durability: 'strict' })
			const now = await transaction.store.get(place)
			const changed = v.is(WaitingRating, now) ? next(now) : null
			if (changed) await transaction.store.put(changed)
			else if (now !== undefined) await transaction.store.delete(place)
			await transaction.done
			return changed
		},

		async sendingState(): Promise<SendingState> {
			return (await (await opened.get()).get('state', 'sending')) ?? NOTHING_SENT
		},

		/** Atomic. `next` returns the changed fields, or null to change nothing. */
		async changeSendingState(next: (now: SendingState) => Partial<SendingState> | null): Promise<boolean> {
			const transaction = (await opened.get()).transaction('state', 'readwrite')
			const now = (await transaction.store.get('sending')) ?? NOTHING_SENT
			const change = next(now)
			if (change) await transaction.store.put({ ...now, ...change }, 'sending')
			await transaction.done
			return change !== null
		},

		async close() {
			if (opened.isAsked()) (await opened.get()).close()
		},
	}
}

const isInLineOf = ({ rating }: Pick<WaitingRating, 'rating'>) => {
	const line = lineOf(rating)
	return (one: unknown): one is WaitingRating => v.is(WaitingRating, one) && lineOf(one.rating) === line
}

function lazily<T>(open: () => Promise<T>) {
	let answer: Promise<T> | null = null
	const forget = () => {
		answer = null
	}
	return {
		get() {
			answer ??= open()
			answer.catch(forget)
			return answer
		},
		isAsked: () => answer !== null,
		forget,
	}
}
