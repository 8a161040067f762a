import * as v from 'valibot'
import { forEachOf, IMPRESSION_KEYS, IMPRESSIONS, type impressionFields } from './impressions.ts'
import { GhostName } from './names.ts'
import { OWN_DATA_FORMAT, OWN_DATA_VERSION } from './own-data-limits.ts'

/*
 * Schemas for reading a member's own data file (`exportOwnData` in own-account.ts writes it): strict about used keys, silent
 * about others. `bun scripts/docs/own-data-schemas.ts` writes these schemas to docs/schemas.
 */

/** The messages by the name of the wrong value. */
export const WRONG_IN_FILE = {
	id: '“id” must be a whole number from 1 on',
	driverId: '“driverId” must be a whole number from 1 on',
	driverUsername: '“driverUsername” must be a username or null',
	rideQuality: '“rideQuality” must be smooth or bumpy',
	safetyFeeling: '“safetyFeeling” must be safe or unsafe',
	vibeQuality: '“vibeQuality” must be good or off',
	starRating: '“starRating” must be a whole number from 1 to 5',
	createdAt: '“createdAt” must be a moment since 1970, such as 2026-11-28T09:30:00.000Z',
	isPlaceholder: '“isPlaceholder” must be true or false',
	isSealed: '“isSealed” must be true or false',
	format: `“format” must be ${OWN_DATA_FORMAT}`,
	ratingsGiven: '“ratingsGiven” is not a list',
	broughtVerdicts: '“broughtVerdicts” is not a list',
} as const

const idInFile = (message: string) => v.pipe(v.number(message), v.safeInteger(message), v.minValue(1, message))

const impressionsInFile = forEachOf(IMPRESSION_KEYS, (key) =>
	v.picklist(IMPRESSIONS[key].values, WRONG_IN_FILE[key]),
) as unknown as typeof impressionFields

const VerdictInFile = v.object({
	id: idInFile(WRONG_IN_FILE.id),
	...impressionsInFile,
	starRating: v.pipe(
		v.number(WRONG_IN_FILE.starRating),
		v.integer(WRONG_IN_FILE.starRating),
		v.minValue(1, WRONG_IN_FILE.starRating),
		v.maxValue(5, WRONG_IN_FILE.starRating),
	),
	/** The driver's name as the file's instance showed it. */
	driver: GhostName,
	createdAt: v.pipe(
		v.string(WRONG_IN_FILE.createdAt),
		v.isoTimestamp(WRONG_IN_FILE.createdAt),
		v.check((text) => Date.parse(text) >= 0, WRONG_IN_FILE.createdAt),
	),
})

const GivenInFile1 = v.object({
	...VerdictInFile.entries,
	driverId: idInFile(WRONG_IN_FILE.driverId),
	isPlaceholder: v.optional(v.boolean(WRONG_IN_FILE.isPlaceholder), false),
	isSealed: v.optional(v.boolean(WRONG_IN_FILE.isSealed), false),
})

const GivenInFile2 = v.object({
	...GivenInFile1.entries,
	/** Null for drivers without an account. */
	driverUsername: v.optional(
		v.nullable(
			v.pipe(v.string(WRONG_IN_FILE.driverUsername), v.regex(/^[A-Za-z0-9._-]{3,50}$/, WRONG_IN_FILE.driverUsername)),
		),
		null,
	),
})

const PRODUCT = v.literal('Backseat')

const OwnDataFile1 = v.object({
	product: PRODUCT,
	ratingsGiven: v.array(GivenInFile1, WRONG_IN_FILE.ratingsGiven),
})

/** `broughtVerdicts` came from earlier files; their `id` is the one that they had where they were given. */
const OwnDataFile2 = v.object({
	product: PRODUCT,
	format: v.literal(OWN_DATA_FORMAT, WRONG_IN_FILE.format),
	version: v.literal(OWN_DATA_VERSION),
	ratingsGiven: v.array(GivenInFile2, WRONG_IN_FILE.ratingsGiven),
	broughtVerdicts: v.array(VerdictInFile, WRONG_IN_FILE.broughtVerdicts),
})

export const OWN_DATA_FILES = { 1: OwnDataFile1, 2: OwnDataFile2 } as const
