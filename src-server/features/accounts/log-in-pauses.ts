import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Context } from '#server/context.ts'
import { writeDurably } from '#server/process/data/durable-file.ts'

/*
 * Keeps the pauses after wrong passwords across a clean stop. Otherwise socket activation, which stops the server after
 * each visit, would reset the guesser's pause (docs/decisions/0047). A file rather than a table keeps them out of
 * backups.
 */

/** `until` is wall-clock milliseconds, because monotonic time does not survive the process. */
const Pauses = v.array(v.object({ hash: v.string(), count: v.pipe(v.number(), v.safeInteger()), until: v.number() }))

type Keeping = Pick<Context, 'config' | 'limits' | 'queries' | 'clock'>

const fileIn = ({ config }: Keeping) => join(config.dataDir, 'log-in-pauses.json')

export function keepLogInPauses(context: Keeping) {
	const { limits, clock } = context
	try {
		const at = clock.now().getTime()
		const pauses: v.InferInput<typeof Pauses> = limits.loginFailures
			.open(hashWith(context))
			.map(({ hash, count, seconds }) => ({ hash, count, until: Math.round(at + seconds * 1000) }))
		if (pauses.length > 0) writeDurably(fileIn(context), `${JSON.stringify(pauses)}\n`)
	} catch {
		// Pauses are best effort: a full disk loses them, as a crash does.
	}
}

/** Deletes the file first, so that no pause counts twice. */
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
		// The file is missing or was edited.
	}
}

const HASH_BYTES = 3

/**
 * Hashes name and address with the instance key, which only the database holds. At three bytes, 256 IPv4 addresses
 * match each name, so the file does not reveal an address even together with the database. With 1,000 pauses, one
 * guesser in 16,000 would inherit another's pause.
 */
function hashWith({ queries }: Keeping): (key: string) => string {
	let signingKey: Uint8Array | undefined
	return (key) => {
		signingKey ??= queries.instance.signingKey()
		const hasher = new Bun.CryptoHasher('sha256', signingKey).update(`log-in pause ${key}`)
		return hasher.digest().subarray(0, HASH_BYTES).toString('base64url')
	}
}
