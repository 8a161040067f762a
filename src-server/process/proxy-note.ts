import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/*
 * proxy.json: what a trusted proxy said last of who has logged in there, for the doctor, which is another program. Without
 * it an operator could not tell a header that does not come from one that is called otherwise.
 */

const Note = v.object({ peer: v.string(), header: v.string(), name: v.nullable(v.string()), at: v.string() })
/** `name` is null for a header that is not the one in the settings. */
export type ProxyNote = v.InferOutput<typeof Note>

const EVERY_MS = 60_000

const fileIn = (dataDir: string) => join(dataDir, 'proxy.json')

/** Once a minute at most. No data depend on it, so a failure to write it is ignored. */
export function proxyNotes(dataDir: string, now = () => new Date()) {
	let last = Number.NEGATIVE_INFINITY
	return (said: Omit<ProxyNote, 'at'>) => {
		const at = now()
		if (at.getTime() - last < EVERY_MS) return
		last = at.getTime()
		try {
			rmSync(fileIn(dataDir), { force: true })
			writeFileSync(fileIn(dataDir), `${JSON.stringify({ ...said, at })}\n`, { mode: 0o600 })
		} catch {
			// A full disk, for example, of which other things tell.
		}
	}
}

export const removeProxyNote = (dataDir: string) => rmSync(fileIn(dataDir), { force: true })

/** Null where there is none, or it has been edited. */
export function proxyNote(dataDir: string): ProxyNote | null {
	try {
		return v.parse(Note, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
	} catch {
		return null
	}
}
