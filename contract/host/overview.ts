import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_A_HOST, NOT_NOW } from '#contract/call-docs.ts'
import { Moment } from '#contract/ids.ts'
import { SignupMode } from '#contract/instance.ts'
import { HostAlerts } from './alerts.ts'

/** How many there are, and how many of them came in the last 7 UTC days, today included. */
export const Tally = v.object({ all: v.number(), thisWeek: v.number() })
export type Tally = v.InferOutput<typeof Tally>

/** Where people find this instance, with a slash at the end. `network`: phones on the same one. */
export const OwnAddress = v.object({ kind: v.picklist(['public', 'network', 'this-computer']), url: v.string() })
export type OwnAddress = v.InferOutput<typeof OwnAddress>

/** One of the doctor's findings: `says` is one line, `todo` the next step. `unknown`: this system does not say. */
export const DoctorFinding = v.object({
	about: v.string(),
	state: v.picklist(['ok', 'warning', 'problem', 'unknown']),
	says: v.string(),
	todo: v.nullable(v.string()),
	/** Which part of the host's page has something for it. */
	part: v.nullable(v.literal('backups')),
	/** With which a host says that it is fine as it is; null where it is not to be left at that. */
	key: v.nullable(v.string()),
	/** A host said so within `ACCEPTED_DAYS`; a download of a backup says it of where backups are. */
	accepted: v.boolean(),
})
export type DoctorFinding = v.InferOutput<typeof DoctorFinding>

/** For so long a light that a host called fine is out. */
export const ACCEPTED_DAYS = 30

/** The instance at a glance. */
export const Overview = v.object({
	version: v.string(),
	/** When this process started. */
	upSince: Moment,
	people: Tally,
	/** Those that wait to be claimed. */
	ghosts: Tally,
	ratings: Tally,
	/** Road trips there are; nothing else is told of them. */
	trips: v.number(),
	/** Of the data file, in whole megabytes; null where the data are in memory. */
	dataBytes: v.nullable(v.number()),
	/** Null when there is none. */
	newestBackupAt: v.nullable(Moment),
	signup: SignupMode,
	/** Whether a forgotten password can be reset by mail. */
	mail: v.boolean(),
	/** The one to share first. In the desktop edition only those for phones: its own window needs none. */
	addresses: v.array(OwnAddress),
	/** How many members have passkeys, by the host name at which these open, most first: under another one they open nothing. */
	passkeys: v.array(v.object({ host: v.string(), members: v.number() })),
	/** Only what can be looked at in an instant, and from inside; `backseat doctor` looks at more. */
	findings: v.array(DoctorFinding),
	/** Null where the operator wants none. */
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

/** For a light with a `key`. It stands in the journal. */
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
