import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeDurably } from '#server/process/data/durable-file.ts'
import type { Config } from '#server/settings/config.ts'
import { copyOwner } from './make-backup.ts'

/*
 * The last failure of `backup-command`, in a file until it succeeds: doctor, overview and alerts read it, also after a
 * restart.
 */

type ForCommand = Pick<Config, 'dataDir' | 'backupCommand'>

/** `reason` completes a sentence that begins with the setting's name: 'ended with exit code 3'. */
export type CommandFailure = { at: Date; reason: string }

const Kept = v.object({ at: v.pipe(v.number(), v.safeInteger()), reason: v.pipe(v.string(), v.maxLength(200)) })

const fileIn = (dataDir: string) => join(dataDir, 'backup-command.json')

/** Null if there is no such setting, or if the last run succeeded. */
export function lastCommandFailure({ dataDir, backupCommand }: ForCommand): CommandFailure | null {
	if (backupCommand === null) return null
	try {
		const { at, reason } = v.parse(Kept, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
		return { at: new Date(at), reason }
	} catch {
		return null
	}
}

export function keepOutcome(dataDir: string, reason: string | null) {
	try {
		if (reason === null) return rmSync(fileIn(dataDir), { force: true })
		writeDurably(fileIn(dataDir), `${JSON.stringify({ at: Date.now(), reason })}\n`)
		copyOwner(fileIn(dataDir), dataDir)
	} catch {
		// A full disk has its own alert, and the log has the failure.
	}
}
