import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_A_HOST, NOT_NOW } from '#contract/call-docs.ts'
import { Moment } from '#contract/ids.ts'

/** One finished backup, by the name of its file. */
export const HostBackup = v.object({
	name: v.string(),
	at: Moment,
	/** By the schedule, before an update of the data, or because a host or the operator asked. */
	kind: v.picklist(['daily', 'before-migration', 'manual']),
	bytes: v.number(),
	/** By its header and length, looked at now. */
	isWhole: v.boolean(),
	/** When it was last read to its last page and found good. */
	verifiedAt: v.nullable(Moment),
	isBeingVerified: v.boolean(),
	/** What the last look at every page found wrong, since the server started. */
	problem: v.nullable(v.string()),
})
export type HostBackup = v.InferOutput<typeof HostBackup>

/** `bytes` of about `ofBytes` are copied; then every page is read. */
export const BackupUnderWay = v.object({
	startedAt: Moment,
	state: v.picklist(['copying', 'checking']),
	bytes: v.number(),
	ofBytes: v.number(),
})
export type BackupUnderWay = v.InferOutput<typeof BackupUnderWay>

export const HostBackups = v.object({
	/** Newest first. */
	backups: v.array(HostBackup),
	/** Begun by a host, or by the server's schedule. */
	underWay: v.nullable(BackupUnderWay),
	/** Why the last one was not made; null once one was. */
	failure: v.nullable(v.object({ at: Moment, reason: v.string() })),
	/** Where they and the data lie. `settings`: what a command in a terminal is to be given with its words. */
	restoring: v.object({ isDesktop: v.boolean(), folder: v.string(), dataFolder: v.string(), settings: v.string() }),
})
export type HostBackups = v.InferOutput<typeof HostBackups>

/** A file, as it lies on the disk. */
export const BackupFile = v.blob()

/** A name of the list. Anything else, whatever it is, is none of ours. */
const OneBackup = v.object({ name: v.fallback(v.string(), '') })

const NAMED = { name: 'The name of its file, as in the list.' }
const NO_BACKUP = 'There is no such backup.'
const UNREADABLE = 'The folder of the backups cannot be read (`backups_unreadable`).'

export const listBackups = call({
	method: 'GET',
	path: '/host/backups',
	who: 'host',
	answers: { 200: HostBackups },
	docs: () => ({
		tag: 'Host',
		summary: 'The backups there are',
		description: 'Newest first; and the one that is being made, by the server’s schedule or for a host.',
		answers: { 200: 'The backups.', 403: NOT_A_HOST, 503: UNREADABLE },
	}),
})

/** Goes on without the browser. While one is being made nothing is begun. */
export const startBackup = call({
	method: 'POST',
	path: '/host/backups',
	who: 'host',
	isConfirmed: true,
	answers: { 202: HostBackups },
	docs: () => ({
		tag: 'Host',
		summary: 'Make a backup now',
		description:
			'It goes on without the browser; the list says how far it is, and why it failed. While one is being made nothing is begun, and the answer tells of that one. Of those made by hand the newest ten are kept.',
		answers: {
			202: 'The list, with the one that is being made.',
			403: NOT_NOW,
			409: 'The disk has no room for two of them (`no_room`): the next daily one needs some.',
			503: UNREADABLE,
		},
	}),
})

export const verifyBackup = call({
	method: 'POST',
	path: '/host/backups/:name/verify',
	who: 'host',
	isConfirmed: true,
	params: OneBackup,
	answers: { 202: HostBackups },
	docs: () => ({
		tag: 'Host',
		summary: 'Read a backup to its last page',
		description: 'It goes on without the browser; the list says what was found. One after another.',
		params: NAMED,
		answers: { 202: 'The list, in which it is being verified.', 403: NOT_NOW, 404: NO_BACKUP, 503: UNREADABLE },
	}),
})

/** Only one that was made by hand: the others are removed by a rule of their own. */
export const removeBackup = call({
	method: 'DELETE',
	path: '/host/backups/:name',
	who: 'host',
	isConfirmed: true,
	params: OneBackup,
	answers: { 200: HostBackups },
	docs: () => ({
		tag: 'Host',
		summary: 'Remove a backup that was made by hand',
		description: 'The file is deleted. The daily ones, and those from before updates, are removed by the server alone.',
		params: NAMED,
		answers: {
			200: 'The list without it.',
			403: NOT_NOW,
			404: NO_BACKUP,
			409: 'The server made it by itself (`not_by_hand`), or it is being verified (`in_use`).',
			503: `${UNREADABLE} Or the file cannot be deleted (\`not_removed\`).`,
		},
	}),
})

/** Everything there is, who rated whom included: the one exception. */
export const downloadBackup = call({
	method: 'GET',
	path: '/host/backups/:name/file',
	who: 'host',
	isConfirmed: true,
	params: OneBackup,
	answers: { 200: BackupFile },
	docs: () => ({
		tag: 'Host',
		summary: 'Download a backup',
		description:
			'The file has everything in it, who rated whom included: whoever has it has the instance. For a link: a request from another site is refused. It may be asked for in ranges; the journal has one line for each minute.',
		params: NAMED,
		answers: { 200: 'The file.', 403: `${NOT_NOW} Or it came from another web site.`, 404: NO_BACKUP, 503: UNREADABLE },
	}),
})
