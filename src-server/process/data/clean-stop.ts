import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { headerBytes, sizeOf } from './data-file.ts'
import { syncFolder, writeDurably } from './durable-file.ts'

/*
 * clean-stop.json says that the last server closed its data well, having found them sound, and what the file looked like
 * then. A start that finds it exactly so may answer before it has looked at every page. Any write, copy or restore changes
 * when the file was last changed, which no program can set; a crash leaves no mark.
 */

const markFile = (dataDir: string) => join(dataDir, 'clean-stop.json')

/** `changedAt` in nanoseconds; `header`: SQLite's first 100 bytes, its counter of changes among them. */
type Looks = v.InferOutput<typeof Looks>
const Looks = v.object({ bytes: v.string(), inode: v.string(), changedAt: v.string(), header: v.string() })

/** After the last connection was closed. Leaves no mark beside a log that somebody has yet to copy into the file. */
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
