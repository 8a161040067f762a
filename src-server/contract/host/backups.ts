import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { Moment } from '#contract/ids.ts'

/** One finished backup, by the name of its file. */
export const HostBackup = v.object({
	name: v.string(),
	at: Moment,
	/** By the schedule, before an update of the data, or because somebody asked. */
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

export const listBackups = call({ method: 'GET', path: '/host/backups', who: 'host', answers: { 200: HostBackups } })

/** Goes on without the browser. While one is being made nothing is begun. */
export const startBackup = call({
	method: 'POST',
	path: '/host/backups',
	who: 'host',
	isConfirmed: true,
	answers: { 202: HostBackups },
})

export const verifyBackup = call({
	method: 'POST',
	path: '/host/backups/:name/verify',
	who: 'host',
	isConfirmed: true,
	params: OneBackup,
	answers: { 202: HostBackups },
})

/** Only one that was made by hand: the others are removed by a rule of their own. */
export const removeBackup = call({
	method: 'DELETE',
	path: '/host/backups/:name',
	who: 'host',
	isConfirmed: true,
	params: OneBackup,
	answers: { 200: HostBackups },
})

/** Everything there is, who rated whom included: the one exception. */
export const downloadBackup = call({
	method: 'GET',
	path: '/host/backups/:name/file',
	who: 'host',
	isConfirmed: true,
	params: OneBackup,
	answers: { 200: BackupFile },
})
