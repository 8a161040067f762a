import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { ALL_GOOD } from '#contract/impressions.ts'

const PASSWORD = 'torture-rider'

export type Rater = { cookie: string; username: string }

export type Acknowledged = Map<number, string>

/** Signs up members four at a time, because password hashing uses much processor time. */
export async function signUpRaters(origin: string, count: number): Promise<Rater[]> {
	const raters: Rater[] = []
	for (let from = 0; from < count; from += 4)
		raters.push(
			...(await Promise.all(
				Array.from({ length: Math.min(4, count - from) }, (_, i) => signUp(origin, `rider.${from + i}`)),
			)),
		)
	return raters
}

async function signUp(origin: string, username: string): Promise<Rater> {
	const answer = await fetch(`${origin}/api/users`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ username, password: PASSWORD, email: null }),
	})
	if (answer.status !== 201) throw new Error(`${username} could not sign up: ${await answer.text()}`)
	return { username, cookie: cookieOf(answer) }
}

const cookieOf = (answer: Response) => (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''

export async function rateOnce(
	origin: string,
	{ cookie }: Rater,
	tag: string = crypto.randomUUID(),
): Promise<{ status: number; id: number; tag: string; ms: number; cookie: string }> {
	const start = performance.now()
	const answer = await fetch(`${origin}/api/ratings`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Cookie: cookie, 'Idempotency-Key': tag },
		body: JSON.stringify({
			driverId: 2,
			...ALL_GOOD,
			starRating: 5,
		}),
	})
	const body: { id?: number } = await answer.json()
	const ms = performance.now() - start
	return { status: answer.status, id: body.id ?? 0, tag, ms, cookie: cookieOf(answer) || cookie }
}

export async function guestWhoRated(origin: string, times: number): Promise<string> {
	let cookie = ''
	for (let rating = 0; rating < times; rating++) cookie = (await rateOnce(origin, { cookie, username: 'guest' })).cookie
	return cookie
}

export async function logInAfter(origin: string, guestCookie: string, username: string): Promise<number> {
	const answer = await fetch(`${origin}/api/login`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Cookie: guestCookie },
		body: JSON.stringify({ username, password: PASSWORD }),
	})
	return answer.status
}

export async function countOwnRatings(origin: string, cookie: string): Promise<number> {
	const answer = await fetch(`${origin}/api/ratings`, { headers: { Cookie: cookie } })
	return ((await answer.json()) as unknown[]).length
}

/** All raters rate without a pause until `stop` is called or the server is gone. */
export function rateAllTheTime(origin: string, raters: readonly Rater[], acknowledged: Acknowledged) {
	let isOver = false
	let accepted = 0
	const refused: number[] = []
	const tireless = async (rater: Rater) => {
		while (!isOver) {
			// Broken connections are expected here; unacknowledged ratings do not count.
			const answer = await rateOnce(origin, rater).catch(() => null)
			if (answer?.status === 201) {
				accepted++
				acknowledged.set(answer.id, answer.tag)
			} else if (answer) refused.push(answer.status)
			else if (!isOver) await Bun.sleep(5)
		}
	}
	const all = Promise.all(raters.map(tireless))
	return {
		refused,
		async haveRated(times: number) {
			while (accepted < times && refused.length === 0) await Bun.sleep(5)
		},
		stop() {
			isOver = true
			return all
		},
	}
}

export function findAcknowledged(dataDir: string, acknowledged: Acknowledged) {
	using db = new Database(join(dataDir, 'backseat.db'))
	const tags = new Map(
		db
			.query<{ id: number; tag: string }, []>('SELECT wire_id AS id, request_key AS tag FROM ratings')
			.all()
			.map(({ id, tag }) => [id, tag]),
	)
	const lost = [...acknowledged].filter(([id, tag]) => tags.get(id) !== tag).length
	const integrity = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()?.integrity_check
	const doubled = db
		.query<{ n: number }, []>(
			// The request keys of adopted guest ratings are in another table.
			'SELECT count(*) AS n FROM (SELECT 1 FROM ratings WHERE request_key IS NOT NULL GROUP BY request_key HAVING count(*) > 1)',
		)
		.get()?.n
	const counted = db.query<{ n: number }, []>('SELECT total_rides AS n FROM driver_stats WHERE driver_id = 2').get()?.n
	return { rows: tags.size, lost, doubled: doubled ?? 0, integrity: integrity ?? 'none', counted: counted ?? 0 }
}

/** The given percentile of the values; `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
