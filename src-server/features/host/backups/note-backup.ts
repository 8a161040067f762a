import { basename, dirname } from 'node:path'
import type { Context } from '#server/context.ts'
import { type Actor, noteInJournal } from '#server/features/journal/journal.ts'
import { backupFolder, backupsIn } from '#server/operations/backups/backup-folder.ts'

/** Who made or verified a backup. What the schedule does, nobody did. */
type Act = { actor: Actor; act: 'backup_made' | 'backup_verified' }

/**
 * Writes down that the backup at `path` is good to its last page, and forgets those that are gone. One outside of the
 * backup folder is in no list; it stands in the journal if it was made here, since everything has gone into it. Never
 * throws: the backup is good all the same.
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

/** It was good once, and is not now. */
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
