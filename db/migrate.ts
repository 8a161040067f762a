import type { Database as Sqlite } from 'bun:sqlite'
import { EXIT } from '#contract/start-problems.ts'
import { APPLICATION_ID, pragmaNumber } from './file/data-file.ts'
import { DatabaseRefused } from './file/database-refused.ts'
import { storageTrouble } from './file/storage-trouble.ts'
import type { Migration } from './migrations.ts'

/** Returns the path of the backup; if it throws, the file is not opened. */
export type BeforeMigration = (fromVersion: number) => string

export type Migrating = {
	migrations: readonly Migration[]
	beforeMigration?: BeforeMigration
}

export function refuseOlder(sqlite: Sqlite, path: string, current: number) {
	const version = pragmaNumber(sqlite, 'user_version')
	if (version < current)
		throw new DatabaseRefused(
			`${path} was written by an older version (${version} < ${current}). Start the server of this version once: it makes a backup and migrates the data.`,
			EXIT.badData,
			'data_older',
		)
}

/** All missing steps are one transaction, so a failure changes nothing. */
export function migrate(sqlite: Sqlite, path: string, { migrations, beforeMigration }: Migrating) {
	const done = pragmaNumber(sqlite, 'user_version')
	if (done === migrations.length) return
	const backup = done > 0 && beforeMigration ? backUp(path, () => beforeMigration(done)) : null
	// Rebuilding a table drops the old one; with foreign keys on, that would cascade into every table that references it.
	// SQLite ignores this pragma inside a transaction. All foreign keys are checked before the commit.
	sqlite.run('PRAGMA foreign_keys = OFF')
	try {
		sqlite
			.transaction(() => {
				for (const { sql, afterwards } of migrations.slice(done)) {
					sqlite.run(sql)
					afterwards?.(sqlite)
				}
				refuseDanglingKeys(sqlite)
				sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
				sqlite.run(`PRAGMA user_version = ${migrations.length}`)
			})
			.immediate()
	} catch (cause) {
		// A disk error is not the migration's fault and is reported elsewhere.
		if (storageTrouble(cause)) throw cause
		const kept = backup === null ? '' : ` The backup made before is ${backup}.`
		throw failed(path, `${messageOf(cause)}. Nothing was changed.${kept}`)
	} finally {
		sqlite.run('PRAGMA foreign_keys = ON')
	}
}

function backUp(path: string, make: () => string): string {
	try {
		return make()
	} catch (cause) {
		const isFull = cause instanceof Error && 'problem' in cause && cause.problem === 'disk_full'
		const why = `no backup could be made before (${messageOf(cause)}). Nothing was changed.`
		throw failed(path, why, isFull ? 'disk_full' : 'migration_failed')
	}
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const failed = (path: string, why: string, problem: 'disk_full' | 'migration_failed' = 'migration_failed') =>
	new DatabaseRefused(`Could not bring ${path} up to date: ${why}`, EXIT.bug, problem)

function refuseDanglingKeys(sqlite: Sqlite) {
	const [broken] = sqlite.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
	if (broken) throw new Error(`a row of ${broken.table} points to a row of ${broken.parent} that is not there`)
}
