import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/*
 * proxy.json holds a trusted proxy's last user header for the doctor, which is a separate process. With it, the doctor can
 * distinguish a missing header from one with another name.
 */

const Note = v.object({ peer: v.string(), header: v.string(), name: v.nullable(v.string()), at: v.string() })
export type ProxyNote = v.InferOutput<typeof Note>

const EVERY_MS = 60_000

const fileIn = (dataDir: string) => join(dataDir, 'proxy.json')

/** No data depend on the file, so a failed write is ignored. */
export function proxyNotes(dataDir: string, now = () => new Date()) {
	let last = Number.NEGATIVE_INFINITY
	return (note: Omit<ProxyNote, 'at'>) => {
		const at = now()
		if (at.getTime() - last < EVERY_MS) return
		last = at.getTime()
		try {
			rmSync(fileIn(dataDir), { force: true })
			writeFileSync(fileIn(dataDir), `${JSON.stringify({ ...note, at })}\n`, { mode: 0o600 })
		} catch {}
	}
}

export const removeProxyNote = (dataDir: string) => rmSync(fileIn(dataDir), { force: true })

export function proxyNote(dataDir: string): ProxyNote | null {
	try {
		return v.parse(Note, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
	} catch {
		return null
	}
}
