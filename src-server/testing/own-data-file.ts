import { ALL_GOOD } from '#contract/impressions.ts'
import { OWN_DATA_FORMAT, OWN_DATA_VERSION } from '#contract/own-data-limits.ts'

/** A verdict as a member's own data file has it; `nth` makes it one of many. */
export const aVerdictInFile = (nth = 1, special: object = {}) => ({
	id: 1000 + nth,
	driverId: 70 + nth,
	driver: `Driver ${nth}`,
	driverUsername: null,
	...ALL_GOOD,
	starRating: 4,
	isPlaceholder: false,
	isSealed: false,
	reply: null,
	createdAt: `2025-03-01T08:00:${String(nth % 60).padStart(2, '0')}.000Z`,
	...special,
})

/** Contains only the fields that an import reads. */
export const anOwnDataFile = (special: object = {}) => ({
	product: 'Backseat',
	format: OWN_DATA_FORMAT,
	version: OWN_DATA_VERSION,
	exportedAt: '2026-11-28T08:00:00.000Z',
	ratingsGiven: [aVerdictInFile()],
	broughtVerdicts: [],
	...special,
})
