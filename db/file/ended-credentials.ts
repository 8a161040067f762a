import type { Database as Sqlite } from 'bun:sqlite'

/**
 * Ends every credential in the file: sessions with their confirmations and push subscriptions, read-only tokens, reset
 * links, verification links, open invitations. A restored file has the credentials of an earlier day, and some may have been
 * revoked since. Passkeys and passwords stay. Plain SQL, because the file may have any schema version.
 */
export function endCredentials(sqlite: Sqlite, now: Date) {
	const named = sqlite.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
	const tables = new Set(named.map(({ name }) => name))
	for (const table of ['push_subscriptions', 'sessions', 'access_tokens', 'password_resets', 'email_checks'])
		if (tables.has(table)) sqlite.run(`DELETE FROM ${table}`)
	if (tables.has('invites'))
		sqlite.run(
			'UPDATE invites SET revoked_at = ? WHERE revoked_at IS NULL AND (max_uses IS NULL OR uses < max_uses) AND (expires_at IS NULL OR expires_at > ?)',
			[now.getTime(), now.getTime()],
		)
}

/**
 * Does the same for a backup that the operator copied into the data folder by hand. Backups are not in WAL mode, but
 * every file that a server or command has opened is, so a copy is recognised at its first opening.
 */
export function endCredentialsOfCopy(sqlite: Sqlite, now: Date): boolean {
	const mode = sqlite.query<{ journal_mode: string }, []>('PRAGMA journal_mode').get()
	const isCopy = mode?.journal_mode === 'delete' && sqlite.query('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== null
	if (!isCopy) return false
	sqlite.run('PRAGMA secure_delete = ON')
	sqlite.transaction(() => endCredentials(sqlite, now)).immediate()
	return true
}
