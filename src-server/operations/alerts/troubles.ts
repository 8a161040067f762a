import type { X509Certificate } from 'node:crypto'
import { counted } from '#contract/plain-words.ts'
import type { Context } from '#server/context.ts'
import { backupFolder, newestBackup } from '#server/operations/backups/backup-folder.ts'
import type { BackupRuns } from '#server/operations/backups/backup-worker-client.ts'
import { lastCommandFailure } from '#server/operations/backups/command-outcome.ts'
import { isLongOverdue } from '#server/operations/backups/daily-backup.ts'
import { copiesWithLeft, DAYS_IN_BACKUPS, OVERDUE_DAYS } from '#server/operations/backups/left-members.ts'
import { nearEnd, visitorsCertificate } from '#server/operations/doctor/certificate-check.ts'
import { checkDiskSpace } from '#server/operations/doctor/machine-checks.ts'
import { webAnswer } from '#server/outbound/web-answer.ts'
import { VERSION } from '#server/version.ts'

/** Sentence that describes the trouble, or a function if it depends on the time. Null: no trouble; undefined: unknown. */
type Look = string | null | undefined | ((now: Date) => string | null)

type Seen = Pick<Context, 'config' | 'db'> & {
	runs: BackupRuns
	ownVersion: string
	now: Date
	/** When the operator was alerted to this trouble. */
	toldAt: Date | undefined
	/** True shortly after a start or a wake-up, while the server may still make an overdue backup. */
	isPatient: boolean
}

type Health = {
	title: string
	todo: string
	over: string
	/** High priority also alerts at night. */
	urgency: 'normal' | 'high'
	/** Reads memory only, so it runs every minute. */
	glance?: (seen: Seen) => Look
	look?: (seen: Seen, last: Look) => Look | Promise<Look>
	every?: { ms: number; unknownMs?: number }
}

const HOUR_MS = 3_600_000
/** Limits how often the disk is read, because it may be asleep or on the network. */
const DISK = { ms: 10 * 60_000 }

/** All troubles that alert the operator. No sentence may contain a person's name, or a path, which may contain one. */
export const TROUBLES = {
	damage: {
		title: 'The data cannot be saved',
		todo: 'Look at the server’s log, and in a terminal: backseat doctor.',
		over: 'The data can be saved again.',
		urgency: 'high',
		glance({ db }) {
			const trouble = db.trouble()
			if (trouble === 'damaged') return 'What is on the disk is not what was saved. Nothing new is saved any more.'
			return trouble === 'failing' ? 'The disk fails: what was last to be saved could not be.' : null
		},
	},
	disk: {
		title: 'The disk is nearly full',
		todo: 'Make room: when it is full, nothing new can be saved.',
		over: 'The disk has room again.',
		urgency: 'high',
		glance: ({ db }) =>
			db.trouble() === 'full' ? 'The disk is full: what was last to be saved could not be.' : undefined,
		look: ({ config }) => roomOn(config.dataDir, backupFolder(config)),
		every: DISK,
	},
	backup: {
		title: 'A backup failed',
		todo: 'The server’s log says why. It tries again each hour.',
		over: 'There is a new backup.',
		urgency: 'normal',
		glance({ runs, toldAt }) {
			if (runs.lastFailure()) return 'The last backup could not be made.'
			return toldAt ? undefined : null
		},
		/** After a restart, only the alert that was sent still records the failure. A newer backup ends the trouble. */
		look({ config, runs, toldAt, now }) {
			if (!toldAt || runs.lastFailure()) return undefined
			const newest = newestBackup(config, now)
			return newest && newest.at > toldAt ? null : undefined
		},
		every: DISK,
	},
	overdue: {
		title: 'No backup for 48 hours',
		todo: 'Make one in the browser, or in a terminal: backseat backup create. The server’s log says why it makes none.',
		over: 'There is a new backup.',
		urgency: 'normal',
		look({ config, runs, now, isPatient }) {
			if (config.backupKeepDaily === 0 || !isLongOverdue(config, now)) return null
			if (isPatient || runs.underWay()) return undefined
			return 'The newest daily backup is older than that, or there is none.'
		},
		every: DISK,
	},
	left: {
		title: 'A backup still holds deleted accounts',
		todo: 'In a terminal, backseat doctor names the file. Make it writable for the server, or remove it.',
		over: 'No backup holds them any more.',
		urgency: 'normal',
		look({ config, now }) {
			const { length } = copiesWithLeft(config, now, OVERDUE_DAYS)
			return length === 0
				? null
				: `${counted(length, 'file')} could not be rewritten without what was deleted more than ${DAYS_IN_BACKUPS} days ago.`
		},
		every: { ms: 6 * HOUR_MS },
	},
	elsewhere: {
		title: 'A backup was not carried elsewhere',
		todo: 'The backup itself is there. The server’s log has what the program said.',
		over: 'Backups are carried elsewhere again.',
		urgency: 'normal',
		look({ config }) {
			const failure = lastCommandFailure(config)
			return failure && `backup-command ${failure.reason}.`
		},
		every: DISK,
	},
	certificate: {
		title: 'The certificate ends soon',
		todo: 'Renew it. A server that speaks https itself must be restarted afterwards.',
		over: 'The certificate has been renewed.',
		urgency: 'normal',
		/** If the public address does not answer, the last certificate seen still counts. */
		async look({ config }, last) {
			const certificate = await visitorsCertificate(config)
			if (certificate === 'unknown') return last
			return certificate === 'none' ? null : (now) => endOf(certificate, now)
		},
		every: { ms: 6 * HOUR_MS, unknownMs: HOUR_MS },
	},
	version: {
		title: 'There is a new version',
		todo: 'Read what changes, in its changelog. Then replace the program and restart it; it makes a backup by itself.',
		over: 'This is the newest version again.',
		urgency: 'normal',
		look: ({ config, ownVersion }) =>
			config.alertNewVersion ? newerThan(ownVersion, config.alertNewVersion) : undefined,
		every: { ms: 24 * HOUR_MS },
	},
} satisfies Record<string, Health>

export type Trouble = keyof typeof TROUBLES
export const troubles = Object.keys(TROUBLES) as Trouble[]
export const wordsOf = (trouble: Trouble): Health => TROUBLES[trouble]

export type Found = Partial<Record<Trouble, string | null>>

const PATIENCE_MS = { start: 10 * 60_000, sleep: 70 * 60_000 }

export function troubleFinder(
	{ config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
	runs: BackupRuns,
	ownVersion = VERSION,
) {
	let lookedAt = clock.now().getTime()
	let patientUntil = lookedAt + PATIENCE_MS.start
	const looks = new Map<Trouble, { at: number; found: Look }>()

	/** The difference is absolute, so that setting the clock back does not stop the checks. */
	const isAgo = (at: number, ms: number, now: Date) => Math.abs(now.getTime() - at) >= ms

	return async function lookForTrouble(since: Partial<Record<Trouble, Date>>): Promise<Found> {
		const now = clock.now()
		if (isAgo(lookedAt, DISK.ms, now)) patientUntil = now.getTime() + PATIENCE_MS.sleep
		lookedAt = now.getTime()
		const isPatient = lookedAt < patientUntil
		const found: Found = {}
		for (const trouble of troubles) {
			const seen = { config, db, runs, ownVersion, now, toldAt: since[trouble], isPatient }
			const glimpsed = wordsOf(trouble).glance?.(seen)
			const known = glimpsed === undefined ? await lookFor(trouble, seen) : glimpsed
			if (known !== undefined) found[trouble] = typeof known === 'function' ? known(now) : known
		}
		return found
	}

	async function lookFor(trouble: Trouble, seen: Seen): Promise<Look> {
		const { look, every } = wordsOf(trouble)
		if (!look || !every) return undefined
		const last = looks.get(trouble)
		const everyMs = last?.found === undefined ? (every.unknownMs ?? every.ms) : every.ms
		if (last && !isAgo(last.at, everyMs, seen.now)) return last.found
		looks.set(trouble, { at: seen.now.getTime(), found: undefined })
		try {
			const found = await look(seen, last?.found)
			looks.set(trouble, { at: seen.now.getTime(), found })
			return found
		} catch {
			// An unreadable folder is reported by the doctor.
			return undefined
		}
	}
}

const NEWEST = /^version:\s*['"]?v?(\d{1,5}\.\d{1,5}\.\d{1,5})\b/m

/** GitHub and Forgejo redirect from their newest release to one with its tag in the path; the redirect is not followed. */
const RELEASED = /\/v(\d{1,5}\.\d{1,5}\.\d{1,5})(?:\/|$)/

/** Undefined if the feed is unreachable or malformed, which is not this server's trouble. */
async function newerThan(own: string, feed: URL): Promise<string | null | undefined> {
	const answer = await webAnswer('newVersion', feed).catch(() => null)
	const newest = (answer?.status === 200 ? NEWEST.exec(answer.body) : RELEASED.exec(answer?.location ?? ''))?.[1]
	if (newest === undefined || !/^\d/.test(own)) return undefined
	return Bun.semver.order(newest, own) > 0 ? `It is ${newest}; this server is ${own}.` : null
}

function endOf(certificate: X509Certificate, now: Date): string | null {
	const end = nearEnd(certificate, now)
	return end && `It ${end}.`
}

function roomOn(dataDir: string, backups: string): string | null {
	const findings = checkDiskSpace(dataDir, backups)
	const low = findings.filter(({ state }) => state !== 'ok').map(({ about, says }) => `${about}: ${says}`)
	return low.length === 0 ? null : low.join(' ')
}
