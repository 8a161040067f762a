import type { Database } from '#db/database.ts'
import type { Log } from '#server/http/request-log.ts'
import { leaveCleanStop, takeCleanStop } from './clean-stop.ts'
import { type DataFileOptions, dataFileIn, openDataFile, sizeOf } from './data-file.ts'
import { checkPagesBeside, type PageCheck } from './page-check.ts'

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
