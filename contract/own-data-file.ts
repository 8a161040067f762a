import * as v from 'valibot'
import { forEachOf, IMPRESSION_KEYS, IMPRESSIONS, type impressionFields } from './impressions.ts'
import { GhostName } from './names.ts'
import { OWN_DATA_FORMAT, OWN_DATA_VERSION } from './own-data-limits.ts'

/*
 * Schemas for reading a member's own data file (`exportOwnData` in own-account.ts writes it): strict about used keys, silent
 * about others. `bun scripts/docs/own-data-schemas.ts` writes these schemas to docs/schemas.
 */

const idInFile = (name: string) => {
	const message = `“${name}” must be a whole number from 1 on`
	return v.pipe(v.number(message), v.safeInteger(message), v.minValue(1, message))
}

const impressionsInFile = forEachOf(IMPRESSION_KEYS, (key) =>
	v.picklist(IMPRESSIONS[key].values, `“${key}” must be ${IMPRESSIONS[key].values.join(' or ')}`),
) as unknown as typeof impressionFields

const flagInFile = (name: string) => v.boolean(`“${name}” must be true or false`)

const STARS_MESSAGE = '“starRating” must be a whole number from 1 to 5'
const MOMENT_MESSAGE = '“createdAt” must be a moment since 1970, such as 2026-11-28T09:30:00.000Z'

const VerdictInFile = v.object({
	id: idInFile('id'),
	...impressionsInFile,
	starRating: v.pipe(
		v.number(STARS_MESSAGE),
		v.integer(STARS_MESSAGE),
		v.minValue(1, STARS_MESSAGE),
		v.maxValue(5, STARS_MESSAGE),
	),
	/** The driver's name as the file's instance showed it. */
	driver: GhostName,
	createdAt: v.pipe(
		v.string(MOMENT_MESSAGE),
		v.isoTimestamp(MOMENT_MESSAGE),
		v.check((text) => Date.parse(text) >= 0, MOMENT_MESSAGE),
	),
})

const GivenInFile1 = v.object({
	...VerdictInFile.entries,
	driverId: idInFile('driverId'),
	isPlaceholder: v.optional(flagInFile('isPlaceholder'), false),
	isSealed: v.optional(flagInFile('isSealed'), false),
})

const USERNAME_MESSAGE = '“driverUsername” must be a username or null'
const GivenInFile2 = v.object({
	...GivenInFile1.entries,
	/** Null for drivers without an account. */
	driverUsername: v.optional(
		v.nullable(v.pipe(v.string(USERNAME_MESSAGE), v.regex(/^[A-Za-z0-9._-]{3,50}$/, USERNAME_MESSAGE))),
		null,
	),
})

const PRODUCT = v.literal('Backseat')

const OwnDataFile1 = v.object({
	product: PRODUCT,
	ratingsGiven: v.array(GivenInFile1, '“ratingsGiven” is not a list'),
})

/** `broughtVerdicts` came from earlier files; their `id` is the one that they had where they were given. */
const OwnDataFile2 = v.object({
	product: PRODUCT,
	format: v.literal(OWN_DATA_FORMAT, `“format” must be ${OWN_DATA_FORMAT}`),
	version: v.literal(OWN_DATA_VERSION),
	ratingsGiven: v.array(GivenInFile2, '“ratingsGiven” is not a list'),
	broughtVerdicts: v.array(VerdictInFile, '“broughtVerdicts” is not a list'),
})

export const OWN_DATA_FILES = { 1: OwnDataFile1, 2: OwnDataFile2 } as const
