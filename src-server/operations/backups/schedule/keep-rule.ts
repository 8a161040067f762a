import { type Backup, newestFirst } from '#server/operations/backups/backup-folder.ts'

/** How many are kept: one a day, and beyond those one a week. */
export type KeepRule = { daily: number; weekly: number }

type Candidate = Pick<Backup, 'name' | 'kind' | 'at' | 'isWhole'>

/** Enough to go back over an update that was tried again and again. */
const KEPT_BEFORE_MIGRATIONS = 5
/** Any host can make one, twenty an hour. */
const KEPT_BY_HAND = 10

/**
 * Which backups may go. Of the daily ones the newest of each of the last days that have any stays, then the newest of
 * each week; of those made by hand the newest ten. Never one that no longer looks whole: that is for people to see.
 * With no daily ones wanted, those that are there stay: who switches backups off has not asked to lose them.
 */
export function backupsToRemove<B extends Candidate>(all: readonly B[], keep: KeepRule, now: Date): B[] {
	const whole = newestFirst(
		all.filter(({ isWhole }) => isWhole),
		now,
	)
	const ofKind = (wanted: Backup['kind']) => whole.filter(({ kind }) => kind === wanted)
	const tooMany = [...ofKind('before-migration').slice(KEPT_BEFORE_MIGRATIONS), ...ofKind('manual').slice(KEPT_BY_HAND)]
	if (keep.daily === 0) return tooMany

	const daily = ofKind('daily')
	const keptDays = firstOfEach(dayOf, daily).slice(0, keep.daily)
	const beyond = daily.filter((backup) => !keptDays.some((kept) => dayOf(kept) === dayOf(backup)))
	const keptWeeks = firstOfEach(weekOf, beyond).slice(0, keep.weekly)
	const kept = new Set([...keptDays, ...keptWeeks])
	return [...daily.filter((backup) => !kept.has(backup)), ...tooMany]
}

const DAY_MS = 86_400_000
const dayOf = ({ at }: Candidate) => Math.floor(at.getTime() / DAY_MS)
/** From Monday, like the weeks of ISO 8601; 1970 began on a Thursday. */
const weekOf = (backup: Candidate) => Math.floor((dayOf(backup) + 3) / 7)

function firstOfEach<B>(keyOf: (backup: B) => number, newestFirst: readonly B[]): B[] {
	const seen = new Set<number>()
	return newestFirst.filter((backup) => {
		const key = keyOf(backup)
		return !seen.has(key) && seen.add(key)
	})
}
