import { constants, Database as Sqlite } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { marked } from '#contract/text.ts'
import { APPLICATION_ID, pragmaNumber } from '#db/file/data-file.ts'
import { schemaDifference } from '#db/file/schema-check.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { migrations } from '#db/migrations.ts'
import { type NewestBackup, wayBack } from '#server/process/data/data-file.ts'
import { hasInstanceMarker } from '#server/process/data/data-folder.ts'
import { doctorQueries } from './doctor.queries.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import type { PasskeyHost } from './passkey-check.ts'

export const DATABASE = marked('Database').text

export type DataCheck = { finding: Finding; newest: Date | null; passkeys?: PasskeyHost[] }

type Options = { isQuick?: boolean; newestBackup?: NewestBackup }

/** Reads the whole database: seconds for a million ratings. `isQuick` skips comparing indexes with their tables. */
export function checkDatabase(path: string, dataDir: string, options: Options = {}): DataCheck {
	const { isQuick = false, newestBackup = () => null } = options
	if (!existsSync(path) || statSync(path).size === 0) return { finding: missing(path, dataDir), newest: null }
	let sqlite: Sqlite | undefined
	try {
		sqlite = openReadOnly(path)
		sqlite.run('PRAGMA busy_timeout = 5000')
		if (pragmaNumber(sqlite, 'application_id') !== APPLICATION_ID)
			return { finding: problem(DATABASE, `${path} is not a Backseat data file.`, 'Set --data-dir.'), newest: null }
		const version = pragmaNumber(sqlite, 'user_version')
		const strange = version <= migrations.length ? schemaDifference(sqlite) : null
		if (strange) return { finding: foreign(path, strange), newest: null }
		const { damage, newestMoment, passkeyHosts } = doctorQueries(sqlite)
		const [found] = damage({ isQuick })
		if (found) return { finding: damaged(path, found), newest: null }
		const finding =
			version > migrations.length ? newer(path, version, wayBack(dataDir, newestBackup)) : whole(path, version, isQuick)
		return { finding, newest: newestMoment(), passkeys: passkeyHosts() }
	} catch (error) {
		if (storageTrouble(error) === 'damaged') return { finding: damaged(path, String(error)), newest: null }
		return {
			finding: problem(
				DATABASE,
				`${path} cannot be read: ${String(error)}.`,
				'Run this as the user who runs the server.',
			),
			newest: null,
		}
	} finally {
		sqlite?.close()
	}
}

/**
 * Opens a data file beside a running server without leaving files behind. A plain read-only connection would create a
 * write-ahead log that it cannot remove and that belongs to the calling user.
 */
function openReadOnly(path: string): Sqlite {
	if (existsSync(`${path}-wal`)) return new Sqlite(path, { readonly: true })
	// Without a log beside it, no connection is writing to the file.
	const unchanging = `${Bun.pathToFileURL(path).href}?immutable=1`
	return new Sqlite(unchanging, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
}

const WAY_BACK = 'Stop the server and restore a backup: backseat backup list, then backseat backup restore FILE.'

const damaged = (path: string, found: string) =>
	problem(DATABASE, `${path} is damaged: ${found.replaceAll(/\s+/g, ' ')}.`, WAY_BACK)

const foreign = (path: string, strange: string) =>
	problem(
		DATABASE,
		`${path} ${strange}. Such data are not backed up, and such a backup would not be restored.`,
		'If you put it there, remove it with sqlite3. If you did not, stop the server and restore an earlier backup.',
	)

function missing(path: string, dataDir: string): Finding {
	return hasInstanceMarker(dataDir)
		? problem(DATABASE, `${path} is gone or empty, but this folder has held a Backseat.`, WAY_BACK)
		: warning(
				DATABASE,
				`There is no database in ${dataDir} yet.`,
				'Start the server, which makes it; or set --data-dir.',
			)
}

const newer = (path: string, version: number, back: string | null) =>
	problem(
		DATABASE,
		`${path} was written by a newer version (${version} > ${migrations.length}).`,
		`Use that version of Backseat, also for this command.${back === null ? '' : ` ${back}`}`,
	)

function whole(path: string, version: number, isQuick: boolean): Finding {
	const newest = migrations.length
	const size = `${(statSync(path).size / 1024 / 1024).toFixed(1)} MB`
	if (version < newest)
		return warning(
			DATABASE,
			`${path} is intact, but of an older version (${version} < ${newest}).`,
			'Restart the server: it makes a backup and migrates the data.',
		)
	return ok(DATABASE, `${path}, ${size}, whole${isQuick ? '; its indexes were not compared with its tables' : ''}`)
}
