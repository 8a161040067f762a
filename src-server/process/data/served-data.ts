import { readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { Database } from '#db/database.ts'
import { removeLeftTemporaryFiles } from '#db/file/temporary-files.ts'
import type { Log } from '#server/http/request-log.ts'
import { type DataFileOptions, dataFileIn, headerBytes, openDataFile, sizeOf } from './data-file.ts'
import { syncFolder, writeDurably } from './durable-file.ts'

export type ServedData = {
	db: Database
	close(): Promise<void>
}

type Checking = {
	log: Pick<Log, 'warn'>
	checkPages?: (dataFile: string) => PageCheck
}

/**
 * Opens the data for a server. Every start checks every page: after a clean stop in the background, so that five
 * million ratings do not delay the first responses; otherwise before anything is opened.
 */
export function openServedData(
	dataDir: string,
	options: Omit<DataFileOptions, 'pagesAreCheckedBeside' | 'warn'>,
	{ log, checkPages = checkPagesBeside }: Checking,
): ServedData {
	const path = dataFileIn(dataDir)
	removeLeftTemporaryFiles(dataDir)
	const pagesAreCheckedBeside = takeCleanStop(dataDir, path)
	const db = openDataFile(dataDir, { ...options, pagesAreCheckedBeside, warn: log.warn })
	let isSound = !pagesAreCheckedBeside
	let check: PageCheck | null = null
	let isClosing = false

	async function lookBeside(started: PageCheck) {
		try {
			const found = await started.result
			if (found === null) isSound = true
			else db.foundDamage(found)
		} catch (error) {
			if (isClosing) return
			const why = error instanceof Error ? error.message : String(error)
			log.warn(`${path} could not be looked at while it is in use (${why}). The next start does so before it answers.`)
		}
		check = null
	}

	if (pagesAreCheckedBeside) {
		check = checkPages(path)
		void lookBeside(check)
	}

	return {
		db,
		async close() {
			isClosing = true
			await check?.stop()
			const isWell = isSound && db.isWell()
			db.close()
			if (isWell) leaveCleanStop(dataDir, path)
		},
	}
}

/*
 * clean-stop.json records that the last server closed sound data, and the file's state at that time. A start that finds the
 * same state may serve before it has checked every page. Any write, copy or restore changes the file's ctime, which no
 * program can set; a crash leaves no mark.
 */

const markFile = (dataDir: string) => join(dataDir, 'clean-stop.json')

/** `changedAt` is in nanoseconds; `header` is SQLite's first 100 bytes, which include its change counter. */
type Looks = v.InferOutput<typeof Looks>
const Looks = v.object({ bytes: v.string(), inode: v.string(), changedAt: v.string(), header: v.string() })

/** Call after the last connection is closed. Leaves no mark beside a log that is not yet copied into the file. */
export function leaveCleanStop(dataDir: string, dataFile: string) {
	try {
		const looks = looksOf(dataFile)
		if (looks) writeDurably(markFile(dataDir), `${JSON.stringify(looks, null, '\t')}\n`)
	} catch {}
}

/**
 * True if the file is unchanged since a clean stop. Call it before any write: when it returns, the mark is deleted durably,
 * even across a power cut.
 */
export function takeCleanStop(dataDir: string, dataFile: string): boolean {
	const left = markIn(dataDir)
	if (left === undefined) return false
	rmSync(markFile(dataDir))
	syncFolder(dataDir)
	const found = looksOf(dataFile)
	return found !== null && Bun.deepEquals(left, found)
}

function markIn(dataDir: string): Looks | null | undefined {
	try {
		const mark: unknown = JSON.parse(readFileSync(markFile(dataDir), 'utf8'))
		return v.is(Looks, mark) ? mark : null
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : null
	}
}

function looksOf(dataFile: string): Looks | null {
	if (sizeOf(`${dataFile}-wal`) > 0) return null
	const stat = statSync(dataFile, { bigint: true, throwIfNoEntry: false })
	if (!stat) return null
	return {
		bytes: `${stat.size}`,
		inode: `${stat.ino}`,
		changedAt: `${stat.ctimeNs}`,
		header: headerBytes(dataFile).toString('hex'),
	}
}

export type PageCheck = {
	/** Resolves to the damage, or null if the file is sound. Rejects if the check could not run. */
	result: Promise<string | null>
	/** Stops the check and resolves when it has ended, because it keeps the write-ahead log from being emptied. */
	stop(): Promise<void>
}

export const CHECK_PAGES = 'check-pages'

export const FOUND_DAMAGE = 1

const MAIN = join(dirname(dirname(import.meta.dir)), 'main.ts')
const OURSELVES = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, MAIN]

/** A starting child process delayed the server's first responses by 40 ms, so the check starts later. */
const AFTER_MS = 1000

/**
 * A process rather than a thread: it can be killed in the middle of a file, unlike a thread inside SQLite; it runs at a
 * lower priority; and its memory is released (a thread left 8 MB behind).
 */
export function checkPagesBeside(dataFile: string, afterMs = AFTER_MS): PageCheck {
	const { promise: result, resolve, reject } = Promise.withResolvers<string | null>()
	let child: ReturnType<typeof start> | undefined
	const starting = setTimeout(() => {
		child = start(dataFile)
		answerOf(child).then(resolve, reject)
	}, afterMs)
	starting.unref()
	return {
		result,
		async stop() {
			clearTimeout(starting)
			child?.kill('SIGKILL')
			await child?.exited
		},
	}
}

const start = (dataFile: string) =>
	Bun.spawn([...OURSELVES, CHECK_PAGES, dataFile], { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })

async function answerOf(child: ReturnType<typeof start>): Promise<string | null> {
	const output = await new Response(child.stdout).text()
	const code = await child.exited
	if (code === 0) return null
	if (code === FOUND_DAMAGE) return output.trim()
	throw new Error(`the look at it ended with ${child.signalCode ?? code}`)
}
