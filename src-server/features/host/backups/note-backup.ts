import { basename, dirname } from 'node:path'
import type { Context } from '#server/context.ts'
import { type Actor, noteInJournal } from '#server/features/journal/journal.ts'
import { backupFolder, backupsIn } from '#server/operations/backups/backup-folder.ts'

/** Omit the act for scheduled backups, which have no actor. */
type Act = { actor: Actor; act: 'backup_made' | 'backup_verified' }

/**
 * Records that a backup was read completely and found good, and forgets deleted ones. A backup outside the backup
 * folder is only in the journal. Never throws, because the backup is good even if the note fails.
 */
export function noteGoodBackup(context: Context, path: string, by?: Act) {
	const { queries, clock, config } = context
	attempt(context, path, () => {
		const all = backupsIn(backupFolder(config))
		const listed = all.find((backup) => backup.path === path)
		if (listed) queries.backupChecks.setVerified(listed.name, clock.now())
		queries.backupChecks.forgetAllBut(all.map(({ name }) => name))
		if (by && (listed || by.act === 'backup_made'))
			noteInJournal(context, by.actor, { act: by.act, detail: basename(path) })
	})
}

export function noteBadBackup(context: Context, path: string) {
	const isListed = dirname(path) === backupFolder(context.config)
	if (isListed) attempt(context, path, () => context.queries.backupChecks.forgetCheck(basename(path)))
}

function attempt({ db, log }: Context, path: string, write: () => void) {
	void db.turns.share(() => {
		try {
			db.write(write)
		} catch (error) {
			log.failure(`What was found about ${path} could not be written down`, error)
		}
	})
}
