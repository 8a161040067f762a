import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeDurably } from './durable-file.ts'

/*
 * instance.json says that this folder has held a Backseat. SQLite makes a new database when a file is missing or has
 * become empty: with the marker there, that is refused. Only its presence counts for that;
 * its text is for people who look, and its id is different for each instance.
 */

const markerFile = (dataDir: string) => join(dataDir, 'instance.json')

export const hasInstanceMarker = (dataDir: string) => existsSync(markerFile(dataDir))

/** Undefined where there is no marker, or somebody has edited it away. */
export function instanceIdOf(dataDir: string): string | undefined {
	try {
		const marker: unknown = JSON.parse(readFileSync(markerFile(dataDir), 'utf8'))
		return v.is(Marker, marker) ? marker.instanceId : undefined
	} catch {
		return undefined
	}
}

const Marker = v.object({ instanceId: v.string() })

/** After the first successful opening, also of data from before there was a marker. */
export function writeInstanceMarker(dataDir: string) {
	if (hasInstanceMarker(dataDir)) return
	const marker = {
		product: 'Backseat',
		instanceId: crypto.randomUUID(),
		createdAt: new Date().toISOString(),
		note: 'While this file is here, a missing or empty backseat.db is never replaced by a new one.',
	}
	writeDurably(markerFile(dataDir), `${JSON.stringify(marker, null, '\t')}\n`)
}
