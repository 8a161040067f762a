import type { X509Certificate } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { backupFolder, newestBackup } from '#server/operations/backups/backup-folder.ts'
import type { BackupRuns } from '#server/operations/backups/backup-worker-client.ts'
import { isLongOverdue } from '#server/operations/backups/daily-backup.ts'
import { nearEnd, visitorsCertificate } from '#server/operations/doctor/certificate-check.ts'
import { checkDiskSpace } from '#server/operations/doctor/machine-checks.ts'
import { webAnswer } from '#server/outbound/web-answer.ts'
import { VERSION } from '#server/version.ts'

type Words = {
	title: string
	/** What to do. */
	todo: string
	/** What is said when it is over. */
	over: string
	/** Also at night. */
	isUrgent?: true
}

/**
 * All that the operator is told of by itself. No word here or in what `lookForTrouble` finds may name a person, or a path, in which
 * there may be a name.
 */
export const TROUBLES = {
	damage: {
		title: 'The data cannot be saved',
		todo: 'Look at the server’s log, and in a terminal: backseat doctor.',
		over: 'The data can be saved again.',
		isUrgent: true,
	},
	disk: {
		title: 'The disk is nearly full',
		todo: 'Make room: when it is full, nothing new can be saved.',
		over: 'The disk has room again.',
		isUrgent: true,
	},
	backup: {
		title: 'A backup failed',
		todo: 'The server’s log says why. It tries again each hour.',
		over: 'There is a new backup.',
	},
	overdue: {
		title: 'No backup for 48 hours',
		todo: 'Make one in the browser, or in a terminal: backseat backup create. The server’s log says why it makes none.',
		over: 'There is a new backup.',
	},
	certificate: {
		title: 'The certificate ends soon',
		todo: 'Renew it. A server that speaks https itself must be restarted afterwards.',
		over: 'The certificate has been renewed.',
	},
	version: {
		title: 'There is a new version',
		todo: 'Read what changes, in its changelog. Then replace the program and restart it; it makes a backup by itself.',
		over: 'This is the newest version again.',
	},
} satisfies Record<string, Words>

export type Trouble = keyof typeof TROUBLES
export const troubles = Object.keys(TROUBLES) as Trouble[]
export const wordsOf = (trouble: Trouble): Words => TROUBLES[trouble]

/** What is the matter, in a sentence; null: nothing. What is absent could not be found out, or was not looked at. */
export type Found = Partial<Record<Trouble, string | null>>

const MINUTE_MS = 60_000
/** What lies on disks is looked at less often than what is in memory: it may be a disk that sleeps, or one far away. */
const DISK_EVERY_MS = 10 * MINUTE_MS
/** Of the public address, which may be a proxy elsewhere. */
const CERTIFICATE_EVERY_MS = { known: 6 * 60 * MINUTE_MS, unknown: 60 * MINUTE_MS }
const VERSION_EVERY_MS = 24 * 60 * MINUTE_MS

/** A start makes the backup that is overdue; a machine that has slept does so within the hour. */
const OVERDUE_AFTER_MS = { start: 10 * MINUTE_MS, sleep: 70 * MINUTE_MS }

/** Looks for everything in the table. `since`: since when each trouble is known that the operator was told of. */
export function troubleFinder(
	{ config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
	runs: BackupRuns,
	ownVersion = VERSION,
) {
	const { dataDir } = config
	let lookedAt = clock.now().getTime()
	let patientUntil = lookedAt + OVERDUE_AFTER_MS.start
	let diskLookedAt = Number.NEGATIVE_INFINITY
	let certificateLookedAt = Number.NEGATIVE_INFINITY
	let versionLookedAt = Number.NEGATIVE_INFINITY
	let certificate: Awaited<ReturnType<typeof visitorsCertificate>> = 'unknown'

	/** Also where the clock was set back. */
	const isAgo = (at: number, ms: number, now: Date) => Math.abs(now.getTime() - at) >= ms

	return async function lookForTrouble(since: Partial<Record<Trouble, Date>>): Promise<Found> {
		const now = clock.now()
		if (isAgo(lookedAt, DISK_EVERY_MS, now)) patientUntil = now.getTime() + OVERDUE_AFTER_MS.sleep
		lookedAt = now.getTime()
		const found: Found = { ...ofStorage(), ...ofRuns(since.backup) }
		if (isAgo(diskLookedAt, DISK_EVERY_MS, now)) {
			diskLookedAt = now.getTime()
			lookedInto(found, 'disk', () => roomOn(dataDir, backupFolder(config)))
			lookedInto(found, 'backup', () => endOfFailure(since.backup, now))
			lookedInto(found, 'overdue', () => overdue(now))
		}
		await lookAtCertificate(now)
		if (certificate !== 'unknown') found.certificate = certificate === 'none' ? null : endOf(certificate, now)
		if (config.alertNewVersion && isAgo(versionLookedAt, VERSION_EVERY_MS, now)) {
			versionLookedAt = now.getTime()
			found.version = await newerThan(ownVersion, config.alertNewVersion)
		}
		return found
	}

	function ofStorage(): Found {
		const trouble = db.trouble()
		return {
			damage:
				trouble === 'damaged'
					? 'What is on the disk is not what was saved. Nothing new is saved any more.'
					: trouble === 'failing'
						? 'The disk fails: what was last to be saved could not be.'
						: null,
			...(trouble === 'full' && { disk: 'The disk is full: what was last to be saved could not be.' }),
		}
	}

	function ofRuns(toldAt: Date | undefined): Found {
		if (runs.lastFailure()) return { backup: 'The last backup could not be made.' }
		return toldAt ? {} : { backup: null }
	}

	/** A start knows nothing of a failure before it: a newer backup ends it. */
	function endOfFailure(toldAt: Date | undefined, now: Date): string | null | undefined {
		if (!toldAt || runs.lastFailure()) return undefined
		const newest = newestBackup(config, now)
		return newest && newest.at > toldAt ? null : undefined
	}

	function overdue(now: Date): string | null | undefined {
		// Who wants none is not told of none.
		if (config.backupKeepDaily === 0) return null
		if (!isLongOverdue(config, now)) return null
		if (now.getTime() < patientUntil || runs.underWay()) return undefined
		return 'The newest daily backup is older than that, or there is none.'
	}

	/** Where nobody answers now, the one that was seen last is still known. */
	async function lookAtCertificate(now: Date) {
		const every = certificate === 'unknown' ? CERTIFICATE_EVERY_MS.unknown : CERTIFICATE_EVERY_MS.known
		if (!isAgo(certificateLookedAt, every, now)) return
		certificateLookedAt = now.getTime()
		const found = await visitorsCertificate(config)
		if (found !== 'unknown') certificate = found
	}
}

/** As in the feed of electron-updater. */
const NEWEST = /^version:\s*['"]?v?(\d{1,5}\.\d{1,5}\.\d{1,5})\b/m

/** Undefined where nobody answers, or what is there is no feed: that is no trouble of this server. */
async function newerThan(own: string, feed: URL): Promise<string | null | undefined> {
	const answer = await webAnswer('newVersion', feed).catch(() => null)
	const newest = answer?.status === 200 ? NEWEST.exec(answer.body)?.[1] : undefined
	if (newest === undefined || !/^\d/.test(own)) return undefined
	return Bun.semver.order(newest, own) > 0 ? `It is ${newest}; this server is ${own}.` : null
}

function endOf(certificate: X509Certificate, now: Date): string | null {
	const end = nearEnd(certificate, now)
	return end && `It ${end}.`
}

/** What is known already stays, where the look does not say. */
function lookedInto(found: Found, trouble: Trouble, look: () => string | null | undefined) {
	if (found[trouble] !== undefined) return
	try {
		found[trouble] = look()
	} catch {
		// A folder that cannot be read; the doctor says so.
	}
}

function roomOn(dataDir: string, backups: string): string | null {
	const findings = checkDiskSpace(dataDir, backups)
	const low = findings.filter(({ state }) => state !== 'ok').map(({ about, says }) => `${about}: ${says}`)
	return low.length === 0 ? null : low.join(' ')
}
