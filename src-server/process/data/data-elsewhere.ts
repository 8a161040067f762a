import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printable } from '#server/process/log/printable-text.ts'
import { shellWord } from '#server/process/shell-word.ts'
import { dataFileIn } from './data-file.ts'

/** The current directory, and the folder of the program itself. */
type Here = { cwd?: string; program?: string }

const NAME = 'backseat-data'

/**
 * Without --data-dir it is the one in the current directory. When that is another directory than the last time, the
 * data are often nearby: this answers where. Null when there are none, or another folder was named.
 */
export function dataElsewhere(dataDir: string, { cwd = process.cwd(), program = process.execPath }: Here = {}) {
	if (dataDir !== join(cwd, NAME)) return null
	const [parent, beside] = [dirname(cwd), dirname(program)]
	// `dist` is where a checkout has the program.
	const nearby = [parent, join(cwd, 'dist'), beside, dirname(beside)].map((folder) => join(folder, NAME))
	return nearby.find((folder) => folder !== dataDir && hasData(folder)) ?? null
}

/** A file that cannot be read counts as none. */
function hasData(dataDir: string): boolean {
	try {
		return statSync(dataFileIn(dataDir)).size > 0
	} catch {
		return false
	}
}

/** Printed by a start without accounts: otherwise all data seem to be lost. */
export function notesOnDataElsewhere(dataDir: string): string[] {
	const elsewhere = dataElsewhere(dataDir)
	if (elsewhere === null) return []
	const use = `to use those, stop this and start it with --data-dir ${shellWord(elsewhere)}`
	return [printable(`Nobody is in this data folder yet. There are data in ${elsewhere}: ${use}`)]
}
