import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { DAY_MS } from '#contract/plain-words.ts'
import { writeDurably } from '#server/process/data/durable-file.ts'
import { type Found, type Trouble, troubles, wordsOf } from './troubles.ts'

/*
 * Decides which alerts are due. alerts.json in the data folder remembers those sent, so that a restart neither repeats an
 * alert nor forgets to report its end. It is a file because a damaged database cannot store a row.
 */

const Time = v.pipe(v.number(), v.safeInteger())

/**
 * `troubles` has the last alert for each trouble and when it ended; `last` has the addresses the last alert did not reach.
 */
const Memory = v.object({
	troubles: v.record(v.string(), v.object({ toldAt: Time, overSince: v.nullable(Time) })),
	last: v.nullable(v.object({ at: Time, missed: v.array(v.string()) })),
})
export type AlertMemory = v.InferOutput<typeof Memory>

const fileIn = (dataDir: string) => join(dataDir, 'alerts.json')

export function readAlertMemory(dataDir: string): AlertMemory {
	try {
		return v.parse(Memory, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
	} catch {
		return { troubles: {}, last: null }
	}
}

export function keepAlertMemory(dataDir: string, memory: AlertMemory) {
	try {
		writeDurably(fileIn(dataDir), `${JSON.stringify(memory, null, '\t')}\n`)
	} catch {
		// On failure, such as a full disk, the memory lasts until the next start.
	}
}

/** A trouble that comes back within this time counts as the same one. */
const OVER_AFTER_MS = 3_600_000
const NIGHT = { from: 22, to: 8 }

export function isNight(now: Date, timeZone: string): boolean {
	const { hour } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
	return hour >= NIGHT.from || hour < NIGHT.to
}

export type DueAlerts = { started: { trouble: Trouble; says: string }[]; over: Trouble[]; memory: AlertMemory }

/**
 * Reports a trouble at once (at night only if it is urgent) and again once a day while it lasts; reports its end once, in
 * the daytime.
 */
export function dueAlerts(memory: AlertMemory, found: Found, now: Date, isNight: boolean): DueAlerts {
	const due: DueAlerts = { started: [], over: [], memory: { ...memory, troubles: { ...memory.troubles } } }
	// The difference is absolute, so that setting the clock back does not stop the alerts.
	const isAgo = (at: number, ms: number) => Math.abs(now.getTime() - at) >= ms
	for (const trouble of troubles) {
		const says = found[trouble]
		const told = memory.troubles[trouble]
		if (says === undefined) continue
		if (says === null) {
			if (!told) continue
			const overSince = told.overSince ?? now.getTime()
			due.memory.troubles[trouble] = { ...told, overSince }
			if (isAgo(overSince, OVER_AFTER_MS) && !isNight) due.over.push(trouble)
			continue
		}
		if (told) due.memory.troubles[trouble] = { ...told, overSince: null }
		const isDue = !told || isAgo(told.toldAt, DAY_MS)
		if (isDue && (!isNight || wordsOf(trouble).urgency === 'high')) due.started.push({ trouble, says })
	}
	return due
}
