import { Database as Sqlite } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { builtBinary } from '../build/build-stamp.ts'
import { ask, benchCalls, type Call } from './calls.ts'
import { atMost, markdownTable, median, type Section } from './report.ts'
import { dataFolder, type RunningServer, startBackseat } from './servers.ts'

const PASSWORD = 'backseat'
/** Members who leave, by the number of ratings they have given. */
const LEAVERS = [1000, 100_000].flatMap((given, nth) =>
	(['stay', 'go'] as const).map((ratings, way) => ({
		id: 8000 + nth * 2 + way,
		name: `leaver.${nth}.${way}`,
		given,
		ratings,
	})),
)
/** Names that few, many and no members have, and two letters that match no name. */
const SEARCHES = ['member.77', 'member', 'nobody', 'xq']
const SLEEP_MS = 2
/** The first backup would start after a minute, while members leave. */
const NO_BACKUPS = ['--backup-keep-daily', '0']
const READS_LATEST_MS = 200

/** Waiting times in a very large group: reads while a member leaves, searches, and the doctor. Needs six times the file's disk space. */
export async function growthSection(options: {
	ratings: number | undefined
	binary: string | undefined
}): Promise<Section> {
	const { ratings = 10_000_000, binary = builtBinary } = options
	const dataDir = await dataFolder(ratings, { members: 100_000 })
	await addLeavers(join(dataDir, 'backseat.db'), ratings)
	const bytes = statSync(join(dataDir, 'backseat.db')).size
	const server = await startBackseat(dataDir, [binary], NO_BACKUPS)
	const rows: string[][] = []
	const row = (what: string, ms: number, more = '') => rows.push([what, shown(ms), more])
	for (const call of ['user', 'home', 'ratings20', 'rate1'] as const) {
		const { name } = benchCalls('')[call]
		row(name, await timeOf(server, benchCalls('')[call]))
	}
	for (const text of SEARCHES) row(`search for '${text}', five wanted`, await timeOf(server, searchFor(text)))
	let longestRead = 0
	for (const leaver of LEAVERS) {
		const { tookMs, reads, writes } = await leaving(server, leaver)
		longestRead = Math.max(longestRead, reads)
		row(
			`a member with ${leaver.given.toLocaleString('en')} ratings leaves, which ${leaver.ratings}`,
			tookMs,
			`others read after ${shown(reads)} at most, rate after ${shown(writes)}`,
		)
	}
	await server.stop()
	for (const flags of [['--quick'], []]) row(`doctor ${flags}`.trim(), await doctor(binary, dataDir, flags))
	return {
		title: `${ratings.toLocaleString('en')} ratings, 100,000 members, ${(bytes / 1e9).toFixed(2)} GB`,
		text: markdownTable(['', 'takes', ''], rows),
		targets: [atMost('the longest read beside a member who leaves', READS_LATEST_MS, longestRead, ' ms', 0)],
	}
}

const shown = (ms: number) =>
	ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(0)} s`

const searchFor = (text: string): Call => ({
	...benchCalls('').user,
	name: text,
	path: `/api/users?limit=5&search=${text}`,
})

/** Assigns ratings from all over the file to the leaving members. */
async function addLeavers(path: string, ratings: number) {
	const hash = await createPasswords().hash(PASSWORD)
	const sqlite = new Sqlite(path, { strict: true })
	for (const { id, name, given } of LEAVERS) {
		sqlite
			.query('INSERT INTO users (id, username, password_hash, avatar_id, created_at) VALUES ($id, $name, $hash, 1, 1)')
			.run({ id, name, hash })
		const step = Math.floor((ratings - 1000) / given)
		sqlite.query('UPDATE ratings SET rater_id = $id WHERE id > 1000 AND id % $step = $id % $step').run({ id, step })
	}
	sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
	sqlite.close()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const since = performance.now()
	await work()
	return performance.now() - since
}

const once = (server: RunningServer, call: Call) =>
	timed(async () => {
		const answer = await ask(server.origin, call)
		await answer.arrayBuffer()
		if (answer.status !== call.status) throw new Error(`${call.name} is answered ${answer.status}`)
	})

async function timeOf(server: RunningServer, call: Call): Promise<number> {
	const times: number[] = []
	for (let nth = 0; nth < 30; nth++) times.push(await once(server, call))
	return median(times)
}

async function leaving(server: RunningServer, { name, ratings }: (typeof LEAVERS)[0]) {
	const headers = { 'Content-Type': 'application/json' }
	const body = JSON.stringify({ username: name, password: PASSWORD })
	const login = await fetch(`${server.origin}/api/login`, { method: 'POST', headers, body })
	const { id } = (await login.json()) as { id: number }
	const cookie = (login.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
	let isOver = false
	const longest = async (calls: Call[]) => {
		let ms = 0
		while (!isOver)
			for (const call of calls) {
				ms = Math.max(ms, await once(server, call))
				await Bun.sleep(SLEEP_MS)
			}
		return ms
	}
	const { user, home, ratings20, page, rate1 } = benchCalls('')
	const waiting = [longest([user, home, ratings20, page]), longest([rate1])]
	const tookMs = await timed(async () => {
		const sent = JSON.stringify({ password: PASSWORD, ratings })
		const left = await fetch(`${server.origin}/api/users/${id}`, {
			method: 'DELETE',
			headers: { ...headers, cookie },
			body: sent,
		})
		if (!left.ok) throw new Error(`Leaving is answered ${left.status}`)
	})
	isOver = true
	const [reads = 0, writes = 0] = await Promise.all(waiting)
	return { tookMs, reads, writes }
}

const doctor = (binary: string, dataDir: string, flags: string[]) =>
	timed(
		() => Bun.spawn([binary, 'doctor', '--data-dir', dataDir, ...flags], { stdout: 'ignore', stderr: 'ignore' }).exited,
	)
