import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Config } from '#server/config.ts'

/*
 * running.json: where the server that holds this data folder is found. Its flags are not known to a command given beside
 * it, and a link that a command prints must lead to it. What it says counts only while a server holds the lock.
 */

const Running = v.object({
	host: v.string(),
	port: v.number(),
	basePath: v.string(),
	tlsCert: v.nullable(v.string()),
	publicUrl: v.nullable(v.pipe(v.string(), v.url())),
})

type Listening = Pick<Config, 'host' | 'port' | 'basePath' | 'tlsCert' | 'publicUrl'>

const fileIn = (dataDir: string) => join(dataDir, 'running.json')

/** With the port that was really taken. Nothing depends on it but links, so a folder that takes no file is no trouble. */
export function leaveAddress({
	dataDir,
	host,
	port,
	basePath,
	tlsCert,
	publicUrl,
}: Listening & Pick<Config, 'dataDir'>) {
	const running: v.InferInput<typeof Running> = { host, port, basePath, tlsCert, publicUrl: publicUrl?.href ?? null }
	try {
		// Anew, so that it is for this user alone whatever lay there.
		rmSync(fileIn(dataDir), { force: true })
		writeFileSync(fileIn(dataDir), `${JSON.stringify(running, null, '\t')}\n`, { mode: 0o600 })
	} catch {
		// A full disk, for one; the start has more to say about that.
	}
}

export const removeAddress = (dataDir: string) => rmSync(fileIn(dataDir), { force: true })

/** Null where no server has left one, or somebody has edited it. */
export function addressLeftIn(dataDir: string): Listening | null {
	try {
		const running = v.parse(Running, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
		return { ...running, publicUrl: running.publicUrl === null ? null : new URL(running.publicUrl) }
	} catch {
		return null
	}
}
