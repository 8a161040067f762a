import { Database as Sqlite } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { afterCommit } from './file/after-commit.ts'
import { damaged, openReader, pragmaNumber, refuseCutOff, refuseDamage, refuseForeign } from './file/data-file.ts'
import { endCredentialsOfCopy } from './file/ended-credentials.ts'
import { groupCommit } from './file/group-commit.ts'
import { readSnapshot } from './file/read-snapshot.ts'
import { storageHealth } from './file/storage-health.ts'
import { DamageFound, type StorageTrouble, storageTrouble, watchStatements } from './file/storage-trouble.ts'
import { keepTemporaryFilesBeside } from './file/temporary-files.ts'
import { vacuum } from './file/vacuum.ts'
import { type WriteTurns, writeTurns } from './file/write-turns.ts'
import { type BeforeMigration, migrate, refuseOlder } from './migrate.ts'
import { migrations as allMigrations, type Migration } from './migrations.ts'
import { type Fields, prepareQuickRows, type QuickRows } from './quick-rows.ts'

export type Database = {
	orm: BunSQLiteDatabase
	prepareRows<F extends Fields>(fields: F, query: Parameters<typeof prepareQuickRows<F>>[2]): QuickRows<F>
	/** Uses one snapshot for all reads until the end of this turn of the event loop; see read-snapshot.ts. */
	readTogether(): void
	/** Changes after each write of this process. Other programs' writes change it from the next snapshot on. */
	generation(): number
	/**
	 * The only function that opens write transactions. It is synchronous: the changes of `work` are on disk when `write`
	 * returns, or rolled back if it throws. A nested `write` joins the outer transaction.
	 */
	write<T>(work: () => T): T
	/**
	 * Request handlers take a turn here before they write. During a long write of another thread, `write` would block the
	 * event loop.
	 */
	turns: WriteTurns
	/**
	 * Like `write`, but shares one transaction with the other writes of this turn; see group-commit.ts. `work` runs at the end
	 * of the turn and may run twice, so it must check its assumptions again.
	 */
	writeTogether<T>(work: () => T): Promise<T>
	/**
	 * Within a write, runs this after the commit and never after a rollback; otherwise at once. It must not throw, because
	 * nothing can be rolled back by then.
	 */
	afterCommit(run: () => void): void
	/**
	 * Copies the write-ahead log into the file and truncates it, because the log keeps whole pages from before a deletion.
	 * `busy`: a reader held it for longer than `timeoutMs` (0: no waiting). `not ours`: another program does the checkpoints.
	 */
	emptyWal(timeoutMs?: number): 'done' | 'busy' | 'not ours'
	/**
	 * Rewrites the file with only its live rows. `secure_delete` overwrites a deleted row, but not the copies that SQLite
	 * leaves when it moves a row between pages. The rewrite goes through the write-ahead log, which must be emptied
	 * afterwards. It blocks writers but no readers. `busy`: another program wrote for longer than `timeoutMs`, or the disk has
	 * no room for a copy of the file. `not ours`: a program such as Litestream replicates the log and may fail when the file
	 * shrinks.
	 */
	rewrite(timeoutMs?: number): 'done' | 'busy' | 'not ours'
	/** Size of the data file, without the write-ahead log. */
	bytes(): number
	/** False after a write fails on disk, until one succeeds. */
	isWell(): boolean
	trouble(): StorageTrouble | null
	/** Refuses all writes from now on, after a check of the whole file found damage. */
	foundDamage(what: string): void
	close(): void
}

export type DatabaseOptions = {
	/** Returns the path of the backup. */
	beforeMigration?: BeforeMigration
	/** False for commands beside a running server: an older file is refused instead of migrated. */
	mayMigrate?: boolean
	/** Decides who checkpoints the write-ahead log: this process, also on close, or a program such as Litestream. */
	checkpoint?: 'own' | 'external'
	warn?: (text: string) => void
	timeoutMs?: number
	/**
	 * True if the caller checks all pages in the background and reports to `foundDamage`. Header and length are checked
	 * in any case, and a file that needs migration is checked completely.
	 */
	pagesAreCheckedBeside?: boolean
	migrations?: readonly Migration[]
	/** An open connection, used instead of opening `path`: tests clone a migrated template. */
	connection?: Sqlite
}

/**
 * Opens or creates the data file at `path` (`:memory:` for tests) and migrates it to the current schema. Throws
 * DatabaseRefused, without changing anything, for a file that is damaged, foreign, or from a newer version.
 */
export function openDatabase(path: string, options: DatabaseOptions = {}): Database {
	const { migrations = allMigrations, checkpoint = 'own', warn = () => {} } = options
	const sqlite = openSqlite(path, { ...options, migrations, checkpoint })
	const health = storageHealth(path, warn)
	watchStatements(sqlite, health.failed)

	const snapshot = readSnapshot(sqlite)
	// Prepared once: `sqlite.transaction` makes five closures for each write.
	const begin = sqlite.prepare('BEGIN IMMEDIATE')
	const commit = sqlite.prepare('COMMIT')
	const after = afterCommit()
	let isWriting = false
	function writeWhole<T>(work: () => T): T {
		const result = commitWhole(work)
		after.runAll()
		return result
	}

	function commitWhole<T>(work: () => T): T {
		health.refuseIfDamaged()
		snapshot.endForWrite()
		// A rollback can fail on a bad disk. Later writes would join the leftover transaction and never be committed.
		if (sqlite.inTransaction) sqlite.run('ROLLBACK')
		isWriting = true
		try {
			const result = transact(work)
			health.wrote()
			return result
		} catch (error) {
			after.forgetSince(0)
			health.failed(error)
			throw error
		} finally {
			isWriting = false
		}
	}

	function transact<T>(work: () => T): T {
		begin.run()
		try {
			const result = work()
			commit.run()
			return result
		} catch (error) {
			// After some errors SQLite has already rolled back.
			if (sqlite.inTransaction) sqlite.run('ROLLBACK')
			throw error
		}
	}

	const group = groupCommit(sqlite, writeWhole, after)

	function emptyWal(timeoutMs = 0) {
		if (checkpoint === 'external') return 'not ours'
		snapshot.end()
		sqlite.run(`PRAGMA busy_timeout = ${timeoutMs}`)
		try {
			const outcome = sqlite.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()
			return outcome?.busy === 0 ? 'done' : 'busy'
		} catch (error) {
			// A full disk has no room for the checkpoint. That may pass, like a busy reader.
			health.failed(error)
			return 'busy'
		} finally {
			sqlite.run(`PRAGMA busy_timeout = ${WRITING_TIMEOUT_MS}`)
		}
	}

	function rewrite(timeoutMs = 0) {
		if (isWriting) throw new Error('The file cannot be rewritten in the middle of a write')
		if (checkpoint === 'external') return 'not ours'
		snapshot.end()
		sqlite.run(`PRAGMA busy_timeout = ${timeoutMs}`)
		try {
			health.refuseIfDamaged()
			if (sqlite.inTransaction) sqlite.run('ROLLBACK')
			vacuum(sqlite)
			health.wrote()
			return 'done'
		} catch (error) {
			// A disk without room for a copy of the file may still have room for ratings for a long time.
			if (storageTrouble(error) !== 'full') health.failed(error)
			return 'busy'
		} finally {
			sqlite.run(`PRAGMA busy_timeout = ${WRITING_TIMEOUT_MS}`)
		}
	}

	return {
		orm: drizzle(sqlite, { casing: 'snake_case' }),
		prepareRows: (fields, query) => prepareQuickRows(sqlite, fields, query),
		readTogether: () => {
			if (!isWriting) snapshot.begin()
		},
		generation: snapshot.generation,
		write: (work) => (isWriting ? work() : writeWhole(work)),
		turns: writeTurns(),
		writeTogether: group.add,
		afterCommit: (run) => (isWriting ? after.add(run) : run()),
		emptyWal,
		rewrite,
		bytes: () => pragmaNumber(sqlite, 'page_count') * pragmaNumber(sqlite, 'page_size'),
		isWell: () => health.state() === null,
		trouble: health.state,
		foundDamage: (what) => health.failed(new DamageFound(what)),
		close: () => {
			// Does not wait for readers such as Litestream. Bun tries another checkpoint when the process exits.
			group.finish()
			snapshot.endForGood()
			for (const statement of [begin, commit]) statement.finalize()
			sqlite.run('PRAGMA busy_timeout = 100')
			try {
				if (checkpoint === 'own') sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
			} catch (error) {
				// A full disk may have no room for the checkpoint. No data is lost, because the next start reads the log.
				health.failed(error)
			}
			sqlite.close()
		},
	}
}

type CompleteOptions = DatabaseOptions & Required<Pick<DatabaseOptions, 'migrations' | 'checkpoint'>>

function openSqlite(path: string, options: CompleteOptions): Sqlite {
	const { timeoutMs = OPENING_TIMEOUT_MS } = options
	let reader: Sqlite | null = null
	let sqlite: Sqlite | null = null
	try {
		if (path !== ':memory:') reader = openReader(path, timeoutMs)
		if (reader) refuseForeign(reader, path, options.migrations.length)
		sqlite = options.connection ?? new Sqlite(path, { create: true, strict: true })
		if (path === ':memory:') sqlite.run('PRAGMA temp_store = MEMORY')
		else keepTemporaryFilesBeside(sqlite, path)
		sqlite.run(`PRAGMA busy_timeout = ${timeoutMs}`)
		// Must precede the integrity check, which evaluates the expressions of the schema.
		sqlite.run('PRAGMA trusted_schema = OFF')
		refuseForeign(sqlite, path, options.migrations.length)
		if (options.mayMigrate === false) refuseOlder(sqlite, path, options.migrations.length)
		if (path !== ':memory:') {
			refuseCutOff(sqlite, path)
			const isCurrent = pragmaNumber(sqlite, 'user_version') === options.migrations.length
			if (!(options.pagesAreCheckedBeside && isCurrent)) refuseDamage(sqlite, path)
		}
		reader?.close()
		if (path !== ':memory:' && endCredentialsOfCopy(sqlite, new Date())) options.warn?.(copyPutInPlace(path))
		prepareConnection(sqlite)
		migrate(sqlite, path, options)
		if (options.checkpoint === 'external') sqlite.run(`PRAGMA wal_autocheckpoint = ${EXTERNAL_CHECKPOINT_PAGES}`)
		// Fails at open time, rather than at the first rating, if the file or disk is read-only.
		sqlite.transaction(() => {}).immediate()
		sqlite.run(`PRAGMA busy_timeout = ${WRITING_TIMEOUT_MS}`)
		return sqlite
	} catch (error) {
		sqlite?.close()
		reader?.close()
		throw storageTrouble(error) === 'damaged'
			? damaged(path, error instanceof Error ? error.message : String(error))
			: error
	}
}

const copyPutInPlace = (path: string) =>
	`${path} is a copy, such as a backup: everybody logs in once more. Invitations and links for a new password have ended. Passkeys and connected accounts that were removed since it was made are back.`

const OPENING_TIMEOUT_MS = 1500
/** How long a write waits for a command that writes beside the server. */
const WRITING_TIMEOUT_MS = 5000

/**
 * Litestream checkpoints the log itself, long before this size (64 MB). If it does not run, the log must still not fill the
 * disk; Litestream then starts with a new snapshot. This process never runs TRUNCATE or RESTART.
 */
const EXTERNAL_CHECKPOINT_PAGES = 16_384

/**
 * An acknowledged rating must survive a power cut, which requires WAL with synchronous = FULL (NORMAL lost rows in
 * tests). Setting WAL also marks the file as ours.
 */
function prepareConnection(sqlite: Sqlite) {
	for (const pragma of [
		'journal_mode = WAL',
		'synchronous = FULL',
		'fullfsync = ON',
		'checkpoint_fullfsync = ON',
		'foreign_keys = ON',
		// By default SQLite leaves deleted content in free pages. `rewrite` handles the rest.
		'secure_delete = ON',
		'journal_size_limit = 67108864',
	])
		sqlite.run(`PRAGMA ${pragma}`)
}
