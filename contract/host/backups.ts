import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_A_HOST, NOT_NOW } from '#contract/call-docs.ts'
import { Moment } from '#contract/ids.ts'

export const HostBackup = v.object({
	name: v.string(),
	at: Moment,
	kind: v.picklist(['daily', 'before-migration', 'manual']),
	bytes: v.number(),
	/** True if header and length were valid at the time of the request. */
	isWhole: v.boolean(),
	verifiedAt: v.nullable(Moment),
	isBeingVerified: v.boolean(),
	problem: v.nullable(v.string()),
})
export type HostBackup = v.InferOutput<typeof HostBackup>

/** `bytes` of about `ofBytes` are copied so far; afterwards every page is verified. */
export const BackupUnderWay = v.object({
	startedAt: Moment,
	state: v.picklist(['copying', 'checking']),
	bytes: v.number(),
	ofBytes: v.number(),
})
export type BackupUnderWay = v.InferOutput<typeof BackupUnderWay>

export const HostBackups = v.object({
	backups: v.array(HostBackup),
	underWay: v.nullable(BackupUnderWay),
	failure: v.nullable(v.object({ at: Moment, reason: v.string() })),
	/** The folders of backups and data. `settings` are the flags and variables that a restore command needs in a terminal. */
	restoring: v.object({ isDesktop: v.boolean(), folder: v.string(), dataFolder: v.string(), settings: v.string() }),
})
export type HostBackups = v.InferOutput<typeof HostBackups>

export const BackupFile = v.blob()

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

/** The backup continues if the browser disconnects. The call does nothing while another backup is being made. */
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

/** Contains all data, including who rated whom: the only call that discloses them. */
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
