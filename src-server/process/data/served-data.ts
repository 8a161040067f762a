import { readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { Database } from '#db/database.ts'
import { removeLeftTemporaryFiles } from '#db/file/temporary-files.ts'
import type { Log } from '#server/http/request-log.ts'
import { type DataFileOptions, dataFileIn, headerBytes, openDataFile, sizeOf } from './data-file.ts'
import { syncFolder, writeDurably } from './durable-file.ts'

/** The data of a running server. */
export type ServedData = {
	db: Database
	/** Closes the data file. Where it is sound, the next start may answer before it has looked at all of it. */
	close(): Promise<void>
}

type Checking = {
	log: Pick<Log, 'warn'>
	checkPages?: (dataFile: string) => PageCheck
	/** A smaller file is looked at before it is opened: that takes 15 ms at most, less than a mark and a process. */
	checkedBesideFromBytes?: number
}

const CHECKED_BESIDE_FROM_BYTES = 8_000_000

/**
 * Opens the data for a server. Every page is looked at, at every start: after a clean stop beside the first answers, so
 * that they come as soon with five million ratings as with none; otherwise before anything is opened.
 */
export function openServedData(
	dataDir: string,
	options: Omit<DataFileOptions, 'pagesAreCheckedBeside' | 'warn'>,
	{ log, checkPages = checkPagesBeside, checkedBesideFromBytes = CHECKED_BESIDE_FROM_BYTES }: Checking,
): ServedData {
	const path = dataFileIn(dataDir)
	const isLarge = () => sizeOf(path) >= checkedBesideFromBytes
	removeLeftTemporaryFiles(dataDir)
	const pagesAreCheckedBeside = takeCleanStop(dataDir, path) && isLarge()
	const db = openDataFile(dataDir, { ...options, pagesAreCheckedBeside, warn: log.warn })
	/** So far no look at the file has found damage, and one has been finished. */
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
			if (isWell && isLarge()) leaveCleanStop(dataDir, path)
		},
	}
}

/*
 * clean-stop.json says that the last server closed its data well, having found them sound, and what the file looked like
 * then. A start that finds it exactly so may answer before it has looked at every page. Any write, copy or restore changes
 * when the file was last changed, which no program can set; a crash leaves no mark.
 */

const markFile = (dataDir: string) => join(dataDir, 'clean-stop.json')

/** `changedAt` in nanoseconds; `header`: SQLite's first 100 bytes, its counter of changes among them. */
type Looks = v.InferOutput<typeof Looks>
const Looks = v.object({ bytes: v.string(), inode: v.string(), changedAt: v.string(), header: v.string() })

/** After the last connection was closed. Leaves no mark beside a log that is not yet copied into the file. */
export function leaveCleanStop(dataDir: string, dataFile: string) {
	try {
		const looks = looksOf(dataFile)
		if (looks) writeDurably(markFile(dataDir), `${JSON.stringify(looks, null, '\t')}\n`)
	} catch {
		// A full disk, say. Without a mark the next start takes longer, and that is all.
	}
}

/**
 * Whether the file is as the last server left it at a clean stop. Before anything is written: the mark is gone, also
 * after a power cut, when this answers.
 */
export function takeCleanStop(dataDir: string, dataFile: string): boolean {
	const left = markIn(dataDir)
	if (left === undefined) return false
	rmSync(markFile(dataDir))
	syncFolder(dataDir)
	const found = looksOf(dataFile)
	return found !== null && Bun.deepEquals(left, found)
}

/** Undefined where there is none; anything that is not a mark is one that fits no file. */
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

/** A look at every page of the data file, in a process of its own. */
export type PageCheck = {
	/** What is wrong with the file; null: it is sound. Rejects when it could not be looked at. */
	result: Promise<string | null>
	/** Ends it, and answers when it has ended: until then it keeps the write-ahead log from being emptied. */
	stop(): Promise<void>
}

/** The command that looks, for us alone (commands/machine/child-process-commands.ts). */
export const CHECK_PAGES = 'check-pages'

/** 1: the file is damaged, and what was found is on standard output. Any other code is not an answer. */
export const FOUND_DAMAGE = 1

const MAIN = join(dirname(dirname(import.meta.dir)), 'main.ts')
const OURSELVES = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, MAIN]

/** The server's first answers have the processor to themselves: beside a process that starts they came 40 ms later. */
const AFTER_MS = 1000

/**
 * A process and not a thread: it can be ended in the middle of a file, which a thread inside SQLite cannot, it runs at a
 * lower priority than the answers, and its memory is given back (a thread left 8 MB with us).
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
	const said = await new Response(child.stdout).text()
	const code = await child.exited
	if (code === 0) return null
	if (code === FOUND_DAMAGE) return said.trim()
	throw new Error(`the look at it ended with ${child.signalCode ?? code}`)
}
