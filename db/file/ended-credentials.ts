import type { Database as Sqlite } from 'bun:sqlite'

/**
 * Ends what lets in the person who holds it: sessions with their confirmations, links for a new password, invitations.
 * In data that come from a copy they are those of an earlier day, and some have been ended since. Plain SQL, for tables as
 * any version has made them.
 */
export function endCredentials(sqlite: Sqlite, now: Date) {
	const named = sqlite.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
	const tables = new Set(named.map(({ name }) => name))
	for (const table of ['sessions', 'password_resets']) if (tables.has(table)) sqlite.run(`DELETE FROM ${table}`)
	if (tables.has('invites'))
		sqlite.run(
			'UPDATE invites SET revoked_at = ? WHERE revoked_at IS NULL AND (max_uses IS NULL OR uses < max_uses) AND (expires_at IS NULL OR expires_at > ?)',
			[now.getTime(), now.getTime()],
		)
}

/**
 * The same for a file that somebody has copied here. Backups are in no WAL mode, and what a server or a command has opened
 * is: so this is seen once, before it is opened for good.
 */
export function endCredentialsOfCopy(sqlite: Sqlite, now: Date): boolean {
	const mode = sqlite.query<{ journal_mode: string }, []>('PRAGMA journal_mode').get()
	const isCopy = mode?.journal_mode === 'delete' && sqlite.query('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== null
	if (!isCopy) return false
	sqlite.run('PRAGMA secure_delete = ON')
	sqlite.transaction(() => endCredentials(sqlite, now)).immediate()
	return true
}
