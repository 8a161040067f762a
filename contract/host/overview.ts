import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_A_HOST, NOT_NOW } from '#contract/call-docs.ts'
import { Moment } from '#contract/ids.ts'
import { SignupMode } from '#contract/instance.ts'
import { HostAlerts } from './alerts.ts'

/** `thisWeek` covers the last 7 UTC days including today. */
export const Tally = v.object({ all: v.number(), thisWeek: v.number() })
export type Tally = v.InferOutput<typeof Tally>

/** Ends with a slash. `network` is for phones in the same network. */
export const OwnAddress = v.object({ kind: v.picklist(['public', 'network', 'this-computer']), url: v.string() })
export type OwnAddress = v.InferOutput<typeof OwnAddress>

/** A sentence in English with placeholders, for the browser to translate; '#' is the count. */
const FindingText = v.object({
	text: v.string(),
	plural: v.optional(v.string()),
	count: v.optional(v.number()),
	values: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
})

/**
 * A finding of the doctor: `says` is one line, `todo` the next step. `unknown`: this system does not provide the
 * information.
 */
export const DoctorFinding = v.object({
	about: v.string(),
	state: v.picklist(['ok', 'warning', 'problem', 'unknown']),
	says: v.string(),
	todo: v.nullable(v.string()),
	/** The same for translation. Absent where the operating system wrote the sentence, or where it is a command. */
	texts: v.optional(v.object({ says: v.optional(FindingText), todo: v.optional(FindingText) })),
	part: v.nullable(v.literal('backups')),
	/** Null if the finding must not be accepted. */
	key: v.nullable(v.string()),
	/** A host accepted it within `ACCEPTED_DAYS`; downloading a backup accepts the finding about the backup location. */
	accepted: v.boolean(),
})
export type DoctorFinding = v.InferOutput<typeof DoctorFinding>

export const ACCEPTED_DAYS = 30

export const Overview = v.object({
	version: v.string(),
	upSince: Moment,
	people: Tally,
	ghosts: Tally,
	ratings: Tally,
	trips: v.number(),
	/** Size of the data file in whole megabytes; null for in-memory data. */
	dataBytes: v.nullable(v.number()),
	newestBackupAt: v.nullable(Moment),
	signup: SignupMode,
	mail: v.boolean(),
	/**
	 * The best one to share comes first. The desktop edition lists only addresses for phones, because its own window needs
	 * none.
	 */
	addresses: v.array(OwnAddress),
	/** Members with passkeys per host name, most first: passkeys do not work under another host name. */
	passkeys: v.array(v.object({ host: v.string(), members: v.number() })),
	/** Findings of checks that take an instant inside the server; `backseat doctor` runs more checks. */
	findings: v.array(DoctorFinding),
	alerts: v.nullable(HostAlerts),
})
export type Overview = v.InferOutput<typeof Overview>

export const getOverview = call({
	method: 'GET',
	path: '/host',
	who: 'host',
	answers: { 200: Overview },
	docs: () => ({
		tag: 'Host',
		summary: 'How this instance is doing',
		description:
			'Version, counts, sizes, addresses, and those of the doctor’s findings that can be seen from inside in an instant. Whether every page of the file is whole and whether the public address leads here, `backseat doctor` finds out in a terminal.',
		answers: { 200: 'The instance at a glance.', 403: NOT_A_HOST },
	}),
})

export const acceptLight = call({
	method: 'POST',
	path: '/host/lights/:key/accept',
	who: 'host',
	isConfirmed: true,
	params: v.object({ key: v.pipe(v.string(), v.maxLength(64)) }),
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Host',
		summary: 'Call a warning light fine',
		description: 'It is out for 30 days. The doctor in the terminal says it all the same.',
		answers: { 204: 'It is out.', 403: NOT_NOW, 404: 'No such light is on, or it is not one to be left at that.' },
		params: { key: 'The light, by its `key`.' },
	}),
})
