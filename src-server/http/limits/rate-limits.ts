import { BoundedMap } from '#server/bounded-map.ts'
import { tooMany } from '#server/http/problems.ts'

/** A token bucket holds `burst` tokens and gains `per` tokens every `seconds`; each request takes one. */
export type Rate = { burst: number; per: number; seconds: number }

const KEYS_MAX = 50_000

/** Seconds on a monotonic clock, because the wall clock can jump. */
const monotonicSeconds = () => performance.now() / 1000

/**
 * The token buckets of one rule by key, in memory: at most 50,000, evicting the least recently used. `scale` multiplies
 * the allowance (tests and load runs); 0 switches the rule off.
 */
export function tokenBuckets({ burst, per, seconds }: Rate, scale: number, now = monotonicSeconds) {
	const capacity = burst * scale
	const perSecond = (per * scale) / seconds
	const buckets = new BoundedMap<string, { tokens: number; at: number }>(KEYS_MAX)

	const take = (key: string): number => {
		if (scale === 0) return 0
		const at = now()
		const bucket = buckets.get(key)
		const tokens = bucket ? Math.min(capacity, bucket.tokens + (at - bucket.at) * perSecond) : capacity
		const isAllowed = tokens >= 1
		buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at })
		return isAllowed ? 0 : (1 - tokens) / perSecond
	}

	return {
		check(key: string | number) {
			const wait = take(String(key))
			if (wait > 0) throw tooMany(Math.max(1, Math.ceil(wait)))
		},
		/** Moves the count to a person's new key; if both exist, the fuller count stays. */
		rename(from: string, to: string) {
			const [bucket, other] = [buckets.get(from), buckets.get(to)]
			if (!bucket) return
			buckets.delete(from)
			if (!other || bucket.tokens - other.tokens < (bucket.at - other.at) * perSecond) buckets.set(to, bucket)
		},
		allows: (key: string | number) => take(String(key)) === 0,
		takeUpTo(key: string | number, wanted: number): number {
			let taken = 0
			while (taken < wanted && take(String(key)) === 0) taken += 1
			return taken
		},
	}
}

/**
 * Allows `max` within any `seconds`; a token bucket would allow nearly twice as many. 0 disables the rule. Memory only,
 * at most 50,000 keys.
 */
function countWithin(max: number, seconds: number, now = monotonicSeconds) {
	const counted = new BoundedMap<string, number[]>(KEYS_MAX)
	return {
		/** Counts one and returns 0 if it is allowed; otherwise returns the seconds until it is. */
		take(key: string | number): number {
			if (max === 0) return 0
			const times = (counted.get(String(key)) ?? []).filter((at) => at > now() - seconds)
			const [oldest] = times
			if (oldest !== undefined && times.length >= max) return Math.ceil(oldest + seconds - now())
			counted.set(String(key), [...times, now()])
			return 0
		},
		giveBack(key: string | number) {
			counted.get(String(key))?.pop()
		},
	}
}

/**
 * Counts what each rater does to each driver within `seconds`, up to `max` for their kind of rater; 0 disables the rule.
 * Memory only, at most 50,000 raters.
 */
function countPerDriver(max: { member: number; guest: number }, seconds: number, now = monotonicSeconds) {
	const counted = new BoundedMap<string, Map<number, number[]>>(KEYS_MAX)
	const recentOf = (rater: string): Map<number, number[]> => {
		const since = now() - seconds
		const drivers = [...(counted.get(rater) ?? [])].map(
			([driverId, times]) => [driverId, times.filter((at) => at > since)] as const,
		)
		return new Map(drivers.filter(([, times]) => times.length > 0))
	}
	return {
		max,
		/** Counts one and returns 0 if it is allowed; otherwise returns the seconds until it is. */
		take(kind: keyof typeof max, rater: string, driverId: number): number {
			if (max[kind] === 0) return 0
			const drivers = recentOf(rater)
			const times = drivers.get(driverId) ?? []
			const blocking = times.at(-Math.ceil(max[kind]))
			if (blocking !== undefined) return Math.ceil(blocking + seconds - now())
			counted.set(rater, drivers.set(driverId, [...times, now()]))
			return 0
		},
		has: (rater: string): boolean => counted.has(rater),
		/** Adds the counts to those of the rater's new key. */
		rename(from: string, to: string) {
			const merged = recentOf(to)
			for (const [driverId, times] of recentOf(from))
				merged.set(
					driverId,
					[...(merged.get(driverId) ?? []), ...times].toSorted((a, b) => a - b),
				)
			counted.delete(from)
			if (merged.size > 0) counted.set(to, merged)
		},
	}
}

const FREE_FAILURES = 5
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 900

const KEPT_MAX = 1000

/** `hash` is the hash of the key; `seconds` is the time left. */
export type KeptPause = { hash: string; count: number; seconds: number }

type Failures = { count: number; until: number }

/**
 * After five free failures a key pauses for 30 s, doubling up to 15 min; success clears it. Keys are (username, address),
 * so that an attacker elsewhere cannot lock a member out.
 */
export function failurePauses(scale: number, now = monotonicSeconds) {
	const failures = new BoundedMap<string, Failures>(KEYS_MAX)
	const free = FREE_FAILURES * scale
	/** Pauses restored at start, by hashed key. The plain key is only known once it is used again. */
	let before = new Map<string, Failures>()
	let hashOf = (key: string) => key

	function failuresOf(key: string): Failures | undefined {
		const known = failures.get(key)
		if (known || before.size === 0) return known
		const hash = hashOf(key)
		const kept = before.get(hash)
		if (kept && before.delete(hash)) failures.set(key, kept)
		return kept
	}

	return {
		/**
		 * Counts a failure before the outcome is known, so that parallel guesses gain nothing. Throws a 429 during a pause.
		 */
		begin(key: string) {
			const known = failuresOf(key)
			const wait = (known?.until ?? 0) - now()
			if (wait > 0) throw tooMany(Math.ceil(wait))
			if (scale === 0) return
			const count = (known?.count ?? 0) + 1
			const pause = count < free ? 0 : Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (count - free))
			failures.set(key, { count, until: now() + pause })
		},
		succeeded: (key: string) => failures.delete(key),
		undo(key: string) {
			const failure = failures.get(key)
			if (failure) failures.set(key, { count: failure.count - 1, until: 0 })
		},

		open(hash: (key: string) => string): KeptPause[] {
			const at = now()
			return [...[...failures].map(([key, of]) => [hash(key), of] as const), ...before]
				.filter(([, { until }]) => until > at)
				.toSorted(([, a], [, b]) => b.count - a.count)
				.slice(0, KEPT_MAX)
				.map(([hash, { count, until }]) => ({ hash, count, seconds: until - at }))
		},

		/** Restores the pauses of an earlier run; call it before the first `begin`. An expired pause keeps its failure count. */
		resume(kept: readonly KeptPause[], hash: (key: string) => string) {
			if (scale === 0) return
			const untilOf = (seconds: number) => now() + Math.min(LONGEST_PAUSE_SECONDS, seconds)
			hashOf = hash
			before = new Map(kept.map(({ hash, count, seconds }) => [hash, { count, until: untilOf(seconds) }]))
		},
	}
}

/** docs/threat-model.md, T6, T7, T26, T42 and T79 explain these rules. */
export function createRateLimits(scale: number, now = monotonicSeconds) {
	const rule = (burst: number, per: number, seconds: number) => tokenBuckets({ burst, per, seconds }, scale, now)
	const MINUTE = 60
	const HOUR = 3600
	const DAY = 86_400
	return {
		login: rule(20, 20, 5 * MINUTE),
		passkeyOptions: rule(30, 30, MINUTE),
		loginFailures: failurePauses(scale, now),
		loginFailuresOfName: rule(100, 100, HOUR),
		/** Failures only: a dashboard with an ended token must not stop the others at its address. */
		tokenFailures: rule(20, 20, 5 * MINUTE),
		tokenReads: rule(30, 30, MINUTE),
		newAccounts: rule(10, 10, 10 * MINUTE),
		newAccountsDaily: rule(50, 50, DAY),
		memberRatings: rule(30, 30, MINUTE),
		memberRatingsHourly: rule(300, 300, HOUR),
		guestRatings: rule(5, 5, MINUTE),
		guestRatingsHourly: rule(20, 20, HOUR),
		guestRatingsOfDriver: rule(30, 30, HOUR),
		verdictsOnDriver: countPerDriver({ member: 8 * scale, guest: 5 * scale }, DAY, now),
		ratingChanges: rule(30, 30, MINUTE),
		receipts: rule(30, 30, MINUTE),
		/** Guests of one address; each guest has the limit of a member, too. */
		sentPagesOfAddress: rule(60, 60, DAY),
		newGhosts: rule(20, 20, HOUR),
		/** A product rule, so it ignores the scale. */
		newTrips: countWithin(10, DAY, now),
		/** Guests of one address; a car shares one passenger's hotspot. */
		newSeats: rule(30, 30, HOUR),
		/** Guests of one address on one trip, for as long as a trip can stay open. */
		guestsOfTrip: countWithin(12 * scale, 2 * DAY, now),
		claimLookups: rule(30, 30, MINUTE),
		renames: rule(10, 10, HOUR),
		smallWrites: rule(120, 120, MINUTE),
		eventBatches: rule(120, 120, MINUTE),
		everything: rule(300, 20, 1),
		readyChecks: rule(10, 10, 1),
		inviteLookups: rule(30, 30, MINUTE),
		resetLookups: rule(30, 30, MINUTE),
		resets: rule(10, 10, 10 * MINUTE),
		forgotPasswords: rule(5, 5, 10 * MINUTE),
		resetMails: rule(3, 3, HOUR),
		resetMailsTo: rule(10, 10, HOUR),
		newsChanges: rule(20, 20, HOUR),
		newsTests: rule(3, 3, HOUR),
		emailChecks: countWithin(3, DAY, now),
		emailChecksTo: rule(5, 5, DAY),
		ownPasswords: rule(10, 10, HOUR),
		ownData: rule(20, 20, HOUR),
		imports: countWithin(5 * scale, DAY, now),
		/** Previews, too. */
		importedFiles: rule(30, 30, HOUR),
		/** Shared by all hosts, because backups made by hand are never deleted automatically and could fill the disk. */
		hostBackups: rule(20, 20, HOUR),
		/** Shared by all hosts, because test alerts reach the operator's phone. */
		bellRings: rule(3, 3, HOUR),
		newPictures: rule(60, 60, 5 * MINUTE),
	}
}
export type RateLimits = ReturnType<typeof createRateLimits>
