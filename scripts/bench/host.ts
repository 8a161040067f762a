import { Database as Sqlite } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addressOf } from '#contract/call.ts'
import { everyCall } from '#contract/every-call.ts'
import { median } from './figures.ts'
import { ASKER, cookieOf, makeBenchData } from './http/bench-data.ts'
import { backseatCommand, startCommand } from './http/servers.ts'
import { endOnSignals, passingFolder } from './leftovers.ts'

// bun scripts/bench/host.ts [--ratings 5000000] [--rounds 20]
// How long the first page of each part behind the wheel takes, beside GET /api/home of the same server.

const { values } = parseArgs({
	options: { ratings: { type: 'string', default: '5000000' }, rounds: { type: 'string', default: '20' } },
})
endOnSignals()

const folder = passingFolder()
const dataDir = join(folder, 'data')
mkdirSync(dataDir)
const dataFile = join(dataDir, 'backseat.db')
makeBenchData(dataFile, Number(values.ratings))
addWhatHostsSee(dataFile)
const server = await startCommand(backseatCommand(dataDir), join(folder, 'log.txt'))

const headers = { Cookie: cookieOf(ASKER) }
const timeOf = async (address: string) => {
	const since = performance.now()
	const answer = await fetch(server.origin + address, { headers })
	await answer.arrayBuffer()
	if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}`)
	return performance.now() - since
}

const lists = everyCall.filter(({ call }) => call.who === 'host' && call.method === 'GET' && !call.path.includes(':'))
const searches = lists.flatMap(({ call }) =>
	call.query && 'search' in call.query.entries
		? [`${addressOf(call)}?search=99`, `${addressOf(call)}?search=nobody`]
		: [],
)
for (const address of ['/api/home', ...lists.map(({ call }) => addressOf(call)), ...searches]) {
	const first = await timeOf(address)
	const times: number[] = []
	for (let round = 0; round < Number(values.rounds); round++) times.push(await timeOf(address))
	const [middle, most] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(1))
	console.log(`${address}: ${first.toFixed(1)} ms the first time, then ${middle} ms, ${most} ms at most`)
}
await server.stop()
process.exit(0)

/** Makes the asker host, and adds ghosts, claims, reports, invitations and a full journal. */
function addWhatHostsSee(path: string) {
	const sqlite = new Sqlite(path, { strict: true })
	const now = Date.now()
	const numbers = (count: number) =>
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
	sqlite
		.transaction(() => {
			sqlite.run(`UPDATE users SET is_host = 1 WHERE id = ${ASKER}`)
			sqlite.run(
				`${numbers(10_000)} INSERT INTO users (id, username, display_name, avatar_id, is_ghost, ghost_claim_token, created_by_id, created_at)
				 SELECT 5000000 + i, 'ghost-' || i, 'Ghost ' || i, 1 + i % 5, 1, 'token-of-ghost-' || i, ${ASKER}, ${now} FROM n`,
			)
			sqlite.run(
				`UPDATE users SET ghost_claim_token = NULL, claimed_at = ${now}, claimed_by_id = 10000 + id % 64
				 WHERE is_ghost = 1 AND id > 5000000 AND id % 3 = 0`,
			)
			sqlite.run(
				`INSERT INTO rating_reports (id, driver_id, rating_id, rated_on, reason, status, reported_at)
				 SELECT wire_id, driver_id, id, created_at / 86400000 * 86400000, 'mistake', iif(id % 3, 'kept', 'reported'), ${now}
				 FROM ratings ORDER BY id DESC LIMIT 10000`,
			)
			sqlite.run(
				`${numbers(500)} INSERT INTO invites (token_hash, note, max_uses, created_at) SELECT 'hash-' || i, 'note', 5, ${now} FROM n`,
			)
			sqlite.run(
				`${numbers(10_000)} INSERT INTO journal (at, "by", act, subject_id, subject_name)
				 SELECT ${now - (now % 60_000)}, 'terminal', 'account_renamed', ${ASKER}, 'asker' FROM n`,
			)
		})
		.immediate()
	sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
	sqlite.close()
}
