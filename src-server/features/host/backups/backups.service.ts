import { lstatSync, rmSync } from 'node:fs'
import {
	downloadBackup,
	type HostBackups,
	listBackups,
	removeBackup,
	startBackup,
	verifyBackup,
} from '#contract/host/backups.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { noteInJournal } from '#server/features/journal/journal.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { conflict, notFound, refusal } from '#server/http/problems.ts'
import { shellWord } from '#server/log/printable-text.ts'
import { type Backup, backupFolder, backupsIn, pruningOf } from '#server/operations/backups/backup-folder.ts'
import { jobByHand } from '#server/operations/backups/backup-schedule.ts'
import { logReport, type ServerBackups } from '#server/operations/backups/backup-worker-client.ts'
import { megabytes, roomForBackups } from '#server/operations/backups/make-backup.ts'
import { dataFileIn, inWholeMegabytes } from '#server/process/data/data-file.ts'
import { noteBadBackup, noteGoodBackup } from './note-backup.ts'

/** `backups` is null for in-memory data. */
function hostBackupService(context: Context, backups: ServerBackups | null) {
	const { db, queries, limits, config, log, clock, isDesktop } = context
	const { dataDir, backupDir } = config
	const folder = backupFolder(config)
	const restoring = { isDesktop, folder, dataFolder: dataDir, settings: settingsOf({ dataDir, backupDir }) }

	/** Skips symbolic links: the folder is the operator's, and a link could expose any file. */
	const filesThere = (): Backup[] => {
		if (!backups) return []
		try {
			return backupsIn(folder, clock.now()).filter(({ path }) => lstatSync(path, { throwIfNoEntry: false })?.isFile())
		} catch (error) {
			throw unreadable(error as NodeJS.ErrnoException)
		}
	}

	function backupCalled(name: string): Backup {
		const found = filesThere().find((backup) => backup.name === name)
		if (!found) throw notFound('backup_not_found')
		return found
	}

	function list(): HostBackups {
		const verifiedAt = new Map(queries.backupChecks.allChecks().map((check) => [check.name, check.verifiedAt]))
		const underWay = backups?.runs.underWay() ?? null
		const failure = backups?.runs.lastFailure() ?? null
		return {
			backups: filesThere().map(({ name, at, kind, bytes, isWhole }) => ({
				name,
				at: at.toISOString(),
				kind,
				bytes: inWholeMegabytes(bytes),
				isWhole,
				verifiedAt: (isWhole && verifiedAt.get(name)?.toISOString()) || null,
				isBeingVerified: backups?.checks.isRequested(name) ?? false,
				problem: backups?.checks.problemOf(name) ?? null,
			})),
			underWay: underWay && {
				...underWay,
				startedAt: underWay.startedAt.toISOString(),
				bytes: inWholeMegabytes(underWay.bytes),
				ofBytes: inWholeMegabytes(underWay.ofBytes),
			},
			failure: failure && { ...failure, at: failure.at.toISOString() },
			restoring,
		}
	}

	/** Leaves room for the server's own next backup, which may be the one before an update. */
	function refuseTooLittleRoom({ freeBytes }: ServerBackups) {
		const free = freeBytes(folder)
		const needed = roomForBackups(dataFileIn(dataDir), 2)
		if (free === null || free >= needed) return
		throw conflict({ reason: 'no_room', params: { needed: megabytes(needed), free: megabytes(free) } })
	}

	return {
		list,

		start(me: UserId): HostBackups {
			if (!backups) throw notFound('no_data_file')
			if (backups.runs.underWay() === null) {
				limits.hostBackups.check('everybody')
				refuseTooLittleRoom(backups)
				const job = { ...jobByHand(config), pruning: pruningOf(config) }
				void backups.runs.begin(job)?.then((report) => {
					logReport(log, { target: job.target, failed: 'No backup was made for a host' }, report)
					const by = { actor: { by: 'host', id: me }, act: 'backup_made' } as const
					if (report.made) noteGoodBackup(context, job.target, by)
				})
			}
			return list()
		},

		verify(me: UserId, name: string): HostBackups {
			const backup = backupCalled(name)
			void backups?.checks.begin(backup)?.then((report) => {
				const by = { actor: { by: 'host', id: me }, act: 'backup_verified' } as const
				if (report.good) return noteGoodBackup(context, backup.path, by)
				log.failure(`${backup.path} is not good`, new Error(report.reason))
				noteBadBackup(context, backup.path)
			})
			return list()
		},

		/** Only manual backups can be deleted; the server's own expire by their rule. */
		remove(me: UserId, name: string): HostBackups {
			const { path, kind } = backupCalled(name)
			if (kind !== 'manual') throw conflict('not_by_hand')
			if (backups?.checks.isRequested(name)) throw conflict('in_use')
			db.write(() => {
				noteInJournal(context, { by: 'host', id: me }, { act: 'backup_removed', detail: name })
				queries.backupChecks.forgetCheck(name)
				removeFile(path)
			})
			log.info(`Backup removed for a host: ${path}`)
			return list()
		},

		download(me: UserId, name: string): string {
			const { path } = backupCalled(name)
			// Once a minute, because a download may arrive as a thousand range requests.
			const note = { act: 'backup_downloaded', detail: name, isOnceAMinute: true } as const
			db.write(() => noteInJournal(context, { by: 'host', id: me }, note))
			return path
		},
	}
}

export function hostBackupFeature(context: Context, backups: ServerBackups | null): Feature {
	const service = hostBackupService(context, backups)
	const { smallWrites } = context.limits
	return {
		routes: [
			route(listBackups, service.list),
			route(startBackup, ({ me }) => service.start(me)),
			route(verifyBackup, ({ me, params }) => service.verify(me, params.name)),
			route(removeBackup, ({ me, params }) => service.remove(me, params.name), { limit: smallWrites }),
			route(downloadBackup, ({ me, params, isHead, setHeader }) => {
				// For HEAD, Elysia would read the whole body just to compute headers. No data leaves, so no line in the
				// journal.
				if (isHead) return new Blob()
				const path = service.download(me, params.name)
				setHeader('content-disposition', `attachment; filename="${params.name}"`)
				return Bun.file(path, { type: 'application/vnd.sqlite3' })
			}),
		],
	}
}

function settingsOf({ dataDir, backupDir }: { dataDir: string; backupDir: string | null }): string {
	const option = `--data-dir ${shellWord(dataDir)}`
	return backupDir === null ? option : `${option} --backup-dir ${shellWord(backupDir)}`
}

/**
 * Call last in the write, so that a file that cannot be deleted leaves no line in the journal. Windows locks a file
 * while it is being downloaded.
 */
function removeFile(path: string) {
	try {
		rmSync(path)
	} catch (error) {
		throw refusal({ status: 503, reason: 'not_removed', params: causeOf(error) })
	}
}

const unreadable = (error: unknown) => refusal({ status: 503, reason: 'backups_unreadable', params: causeOf(error) })

const causeOf = (error: unknown) => ({ cause: String((error as NodeJS.ErrnoException).code) })
