import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { DAY_MS } from '#contract/plain-words.ts'
import { writeDurably } from '#server/process/data/durable-file.ts'
import { type Found, type Trouble, troubles, wordsOf } from './troubles.ts'

/*
 * When the operator is told what. alerts.json in the data folder says what they were told, so that a restart repeats nothing
 * and forgets no end. A file, not a table: nothing can be saved in a table that is damaged.
 */

/** In milliseconds of the wall clock. */
const Time = v.pipe(v.number(), v.safeInteger())

/** `troubles`: those that the operator was told of, when last, and since when they are over. `last`: where the last alert did not arrive. */
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
		// There is none yet, or it was edited.
		return { troubles: {}, last: null }
	}
}

export function keepAlertMemory(dataDir: string, memory: AlertMemory) {
	try {
		writeDurably(fileIn(dataDir), `${JSON.stringify(memory, null, '\t')}\n`)
	} catch {
		// A full disk, say. It is remembered until the next start.
	}
}

/** A trouble that comes back within this time was never over. */
const OVER_AFTER_MS = 3_600_000
const NIGHT = { from: 22, to: 8 }

export function isNight(now: Date, timeZone: string): boolean {
	const { hour } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
	return hour >= NIGHT.from || hour < NIGHT.to
}

/** `memory`: with what is over noted. */
export type DueAlerts = { begun: { trouble: Trouble; says: string }[]; over: Trouble[]; memory: AlertMemory }

/**
 * What is to be told now. A trouble is told of at once, at night only if it is urgent, and once more each day while it lasts. Its end is told
 * once, in the daytime.
 */
export function dueAlerts(memory: AlertMemory, found: Found, now: Date, isNight: boolean): DueAlerts {
	const due: DueAlerts = { begun: [], over: [], memory: { ...memory, troubles: { ...memory.troubles } } }
	// Also where the clock was set back.
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
		if (isDue && (!isNight || wordsOf(trouble).urgency === 'high')) due.begun.push({ trouble, says })
	}
	return due
}
