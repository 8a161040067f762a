import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Context } from '#server/context.ts'
import { writeDurably } from '#server/process/data/durable-file.ts'

/*
 * log-in-pauses.json: while no server runs, the pauses after wrong passwords that its clean stop interrupted. A file, not a
 * table, so that they are in no backup. Where a group is stopped after each visit, guessing would otherwise start afresh with
 * every start (docs/decisions/0047).
 */

/** `until` in milliseconds of the wall clock: no other goes on while nothing runs. */
const Pauses = v.array(v.object({ hash: v.string(), count: v.pipe(v.number(), v.safeInteger()), until: v.number() }))

type Keeping = Pick<Context, 'config' | 'limits' | 'queries' | 'clock'>

const fileIn = ({ config }: Keeping) => join(config.dataDir, 'log-in-pauses.json')

/** At a clean stop, while the data are still open. */
export function keepLogInPauses(context: Keeping) {
	const { limits, clock } = context
	try {
		const at = clock.now().getTime()
		const pauses: v.InferInput<typeof Pauses> = limits.loginFailures
			.open(hashWith(context))
			.map(({ hash, count, seconds }) => ({ hash, count, until: Math.round(at + seconds * 1000) }))
		if (pauses.length > 0) writeDurably(fileIn(context), `${JSON.stringify(pauses)}\n`)
	} catch {
		// A full disk, say. The pauses are forgotten, as they are after a crash.
	}
}

/** At a start. The file is gone afterwards, so that no pause counts twice. */
export function resumeLogInPauses(context: Keeping) {
	const { limits, clock } = context
	try {
		const text = readFileSync(fileIn(context), 'utf8')
		rmSync(fileIn(context))
		const pauses = v.parse(Pauses, JSON.parse(text))
		const at = clock.now().getTime()
		const kept = pauses.map(({ hash, count, until }) => ({ hash, count, seconds: (until - at) / 1000 }))
		limits.loginFailures.resume(kept, hashWith(context))
	} catch {
		// There is none, or it was edited.
	}
}

const HASH_BYTES = 3

/**
 * Of name and address, with the key of this instance, which is in the data file only. So short that a person who has both
 * files and tries all addresses of the internet finds 256 that fit each name, and that one in 16,000 guessers would meet
 * another's pause if a thousand were kept.
 */
function hashWith({ queries }: Keeping): (key: string) => string {
	let signingKey: Uint8Array | undefined
	return (key) => {
		signingKey ??= queries.instance.signingKey()
		const hasher = new Bun.CryptoHasher('sha256', signingKey).update(`log-in pause ${key}`)
		return hasher.digest().subarray(0, HASH_BYTES).toString('base64url')
	}
}
