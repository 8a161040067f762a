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
import * as schema from './schema.ts'

/** One open data file. Reading goes through `orm`; everything that changes it goes through `write`. */
export type Database = {
	orm: BunSQLiteDatabase<typeof schema>
	/** See quick-rows.ts. */
	prepareRows<F extends Fields>(fields: F, query: Parameters<typeof prepareQuickRows<F>>[2]): QuickRows<F>
	/** One snapshot for all that is read from here to the end of this turn of the event loop; see read-snapshot.ts. */
	readTogether(): void
	/** Another number after each write; that of the snapshot, as far as other programs are concerned. */
	generation(): number
	/**
	 * The one place that opens write transactions. Synchronous: what `work` does is on disk when `write` returns,
	 * or, if it throws, never happened. Within another `write` it joins that transaction.
	 */
	write<T>(work: () => T): T
	/**
	 * Who answers requests takes a turn here before it writes: while another thread writes for long, `write` would hold the
	 * event loop until that is done.
	 */
	turns: WriteTurns
	/**
	 * The same, together with all that is written in this turn of the event loop; see group-commit.ts. `work` runs when the turn
	 * ends, so it must look again at what it relies on, and it may run twice.
	 */
	writeTogether<T>(work: () => T): Promise<T>
	/**
	 * Within a write: runs this once the write is on disk, and never if it is undone. Otherwise at once. It must not throw:
	 * nothing can be undone then.
	 */
	afterCommit(run: () => void): void
	/**
	 * Takes the write-ahead log into the file and empties it: until then it holds whole pages as they were before something
	 * was deleted. `busy`: a reader holds it for longer than `timeoutMs` (0: no waiting).
	 * `not ours`: another program does that.
	 */
	emptyWal(timeoutMs?: number): 'done' | 'busy' | 'not ours'
	/**
	 * Writes the whole file anew with nothing in it but the rows that are there. `secure_delete` overwrites a row that is
	 * deleted, but not the copies that SQLite has left behind where it moved that row from one page to another.
	 * Goes through the write-ahead log, which is to be emptied afterwards. It blocks writers, but no readers.
	 * `busy`: another program has been writing for longer than `timeoutMs`, or the disk does not take a copy of the file.
	 * `not ours`: a program such as Litestream copies the log, and may stop when the file becomes smaller.
	 */
	rewrite(timeoutMs?: number): 'done' | 'busy' | 'not ours'
	/** Of the data file, without what is still in the log alone. */
	bytes(): number
	/** False from a write that the disk did not take to the next one that it takes. */
	isWell(): boolean
	/** What is wrong as long as it is not well. */
	trouble(): StorageTrouble | null
	/** From now on nothing is written: a look at the whole file has found this. */
	foundDamage(what: string): void
	close(): void
}

export type DatabaseOptions = {
	/** Makes the backup before an older file is migrated, and answers its path. */
	beforeMigration?: BeforeMigration
	/** False, for commands beside a running server: an older file is refused instead of migrated. */
	mayMigrate?: boolean
	/** Who copies the write-ahead log into the file: we, also when we close it, or a program such as Litestream. */
	checkpoint?: 'own' | 'external'
	/** Called with a message for the operator, once each time a problem of the disk begins or ends. */
	warn?: (text: string) => void
	/** How long to wait for another program that holds the file. */
	timeoutMs?: number
	/**
	 * True: the caller has all pages looked at meanwhile, and reports to `foundDamage`. What the header and the length
	 * of the file say is looked at before all the same, and all of a file that is to be migrated.
	 */
	pagesAreCheckedBeside?: boolean
	migrations?: readonly Migration[]
	/** A connection that is already open, used instead of opening `path`: tests clone a migrated template. */
	connection?: Sqlite
}

/**
 * Opens (or makes) the data file at `path`, `:memory:` for tests, and migrates it to the current schema.
 * Throws DatabaseRefused, having changed nothing, for a file that is damaged, foreign, or of a newer version.
 */
export function openDatabase(path: string, options: DatabaseOptions = {}): Database {
	const { migrations = allMigrations, checkpoint = 'own', warn = () => {} } = options
	const sqlite = openSqlite(path, { ...options, migrations, checkpoint })
	const health = storageHealth(path, warn)
	watchStatements(sqlite, health.failed)

	const snapshot = readSnapshot(sqlite)
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
		// A disk may fail during a rollback. What joins the transaction that is left would never be committed.
		if (sqlite.inTransaction) sqlite.run('ROLLBACK')
		isWriting = true
		try {
			const result = sqlite.transaction(work).immediate()
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

	const group = groupCommit(sqlite, writeWhole, after)

	function emptyWal(timeoutMs = 0) {
		if (checkpoint === 'external') return 'not ours'
		snapshot.end()
		sqlite.run(`PRAGMA busy_timeout = ${timeoutMs}`)
		try {
			const outcome = sqlite.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()
			return outcome?.busy === 0 ? 'done' : 'busy'
		} catch (error) {
			// A full disk has no room for it; that may pass like a reader.
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
			// A disk without room for a copy of the file may have room for ratings for a long time yet.
			if (storageTrouble(error) !== 'full') health.failed(error)
			return 'busy'
		} finally {
			sqlite.run(`PRAGMA busy_timeout = ${WRITING_TIMEOUT_MS}`)
		}
	}

	return {
		orm: drizzle(sqlite, { schema, casing: 'snake_case' }),
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
			// A reader, Litestream for one, is not waited for. Bun tries to checkpoint once more when the process ends.
			group.finish()
			snapshot.endForGood()
			sqlite.run('PRAGMA busy_timeout = 100')
			try {
				if (checkpoint === 'own') sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
			} catch (error) {
				// A full disk has no room for it. Nothing is lost: the next start reads the log.
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
		if (path !== ':memory:') keepTemporaryFilesBeside(sqlite, path)
		sqlite.run(`PRAGMA busy_timeout = ${timeoutMs}`)
		// Before its rules are computed, in looking for damage.
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
		// Throws now, and not at the first rating, when the file or the disk can only be read.
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
/** How long a write waits for a command, which writes beside the server. */
const WRITING_TIMEOUT_MS = 5000

/**
 * Litestream copies the write-ahead log and checkpoints it itself, long before this size (64 MB). If it does not run,
 * the log must still not fill the disk; Litestream then begins with a new snapshot. We never TRUNCATE or RESTART.
 */
const EXTERNAL_CHECKPOINT_PAGES = 16_384

/** An acknowledged rating survives a power cut: WAL with FULL (NORMAL lost rows in tests). After this the file is ours. */
function prepareConnection(sqlite: Sqlite) {
	for (const pragma of [
		'journal_mode = WAL',
		'synchronous = FULL',
		'fullfsync = ON',
		'checkpoint_fullfsync = ON',
		'foreign_keys = ON',
		// SQLite alone leaves what it deletes in free pages. What this does not reach, `rewrite` does.
		'secure_delete = ON',
		'journal_size_limit = 67108864',
	])
		sqlite.run(`PRAGMA ${pragma}`)
}
