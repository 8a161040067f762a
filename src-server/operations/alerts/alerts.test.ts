import { expect, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '#server/http/request-log.ts'
import { backupRuns } from '#server/operations/backups/backup-worker-client.ts'
import { forsakenPort, freshFolder } from '#server/testing/server-process.ts'
import { testClock } from '#server/testing/test-clock.ts'
import { testContext } from '#server/testing/test-context.ts'
import { startAlerts } from './alerts.ts'
import { alertService } from './testing/alert-services.ts'
import type { Found } from './troubles.ts'

const BERLIN = 'Europe/Berlin'
const WELL: Found = { damage: null, disk: null, backup: null, overdue: null, certificate: null }

function serverWithAlerts({ alertUrl, dataDir = freshFolder() }: { alertUrl: string; dataDir?: string }) {
	const time = testClock(Date.parse('2026-10-24T11:00:00Z'))
	let found: Found = WELL
	let looks = 0
	const lines: string[] = []
	const base = testContext({ dataDir, alertUrl }, { clock: time.clock })
	const log = createLog({ ...base.config, logLevel: 'debug' }, { write: (text) => lines.push(text), takeLost: () => 0 })
	const context = { ...base, log }
	const look = async () => {
		looks++
		return found
	}
	const start = () => startAlerts(context, backupRuns(), look, BERLIN)
	let alerts = start()

	async function lookAt(moment: string, finds: Found) {
		const at = Temporal.PlainDateTime.from(moment).toZonedDateTime(BERLIN).epochMilliseconds
		found = { ...WELL, ...finds }
		const before = looks
		await time.pass(60_000, at)
		// The next timer is set when the checks have ended.
		while (looks === before || time.delays().length === 0) await Bun.sleep(1)
	}
	return {
		dataDir,
		lines,
		lookAt,
		alerts: () => alerts,
		async restart() {
			await alerts.stop()
			expect(time.delays()).toEqual([])
			alerts = start()
		},
	}
}

type Step = [at: string, finds: Found | 'restart', told: string[]]
const FULL: Found = { disk: '60 MB free.' }
const FAILED: Found = { backup: 'It could not be made.' }
const DISK = 'The disk is nearly full'
const BACKUP = 'A backup failed'
const GOOD = 'All good again'

const STORIES: [name: string, steps: Step[]][] = [
	[
		'a trouble is told of at once, and once more each day while it lasts',
		[
			['2026-11-25T12:00', FULL, [DISK]],
			['2026-11-25T12:01', FULL, []],
			['2026-11-25T23:00', FULL, []],
			['2026-11-26T11:59', FULL, []],
			['2026-11-26T12:00', FULL, [DISK]],
			['2026-11-26T12:01', FULL, []],
		],
	],
	[
		'its end is told once, when it has been over for an hour',
		[
			['2026-11-25T12:00', FULL, [DISK]],
			['2026-11-25T13:00', {}, []],
			['2026-11-25T13:59', {}, []],
			['2026-11-25T14:00', {}, [GOOD]],
			['2026-11-25T14:01', {}, []],
			['2026-11-25T14:02', FULL, [DISK]],
		],
	],
	[
		'one that comes and goes within the hour is one, and not told of twice',
		[
			['2026-11-25T12:00', FULL, [DISK]],
			['2026-11-25T12:01', {}, []],
			['2026-11-25T13:00', FULL, []],
			['2026-11-25T13:01', {}, []],
			['2026-11-25T14:00', {}, []],
			['2026-11-25T14:01', {}, [GOOD]],
		],
	],
	[
		'a night is quiet for what can wait until eight',
		[
			['2026-11-25T22:00', FAILED, []],
			['2026-11-26T03:00', FAILED, []],
			['2026-11-26T07:59', FAILED, []],
			['2026-11-26T08:00', FAILED, [BACKUP]],
		],
	],
	[
		'what was over before the morning was never told of, and neither is its end',
		[
			['2026-11-25T21:59', {}, []],
			['2026-11-25T23:00', FAILED, []],
			['2026-11-26T05:00', {}, []],
			['2026-11-26T09:00', {}, []],
		],
	],
	[
		'damage and a full disk wake the operator, good news do not',
		[
			['2026-11-25T23:00', { ...FULL, damage: 'The disk fails.' }, ['The data cannot be saved', DISK]],
			['2026-11-26T01:00', {}, []],
			['2026-11-26T07:59', {}, []],
			['2026-11-26T08:00', {}, [GOOD]],
		],
	],
	[
		'what cannot be found out neither begins nor ends',
		[
			['2026-11-25T12:00', FULL, [DISK]],
			['2026-11-25T12:30', { disk: undefined }, []],
			['2026-11-25T15:00', { disk: undefined }, []],
			['2026-11-25T15:01', { disk: null }, []],
			['2026-11-25T16:01', { disk: null }, [GOOD]],
		],
	],
	[
		'a restart repeats nothing of the day, and forgets no end',
		[
			['2026-11-25T12:00', FULL, [DISK]],
			['2026-11-25T12:00', 'restart', []],
			['2026-11-25T12:05', FULL, []],
			['2026-11-25T13:00', {}, []],
			['2026-11-25T13:00', 'restart', []],
			['2026-11-25T14:00', {}, [GOOD]],
			['2026-11-25T14:00', 'restart', []],
			['2026-11-25T15:00', {}, []],
			['2026-11-26T15:00', FULL, [DISK]],
		],
	],
	[
		'a clock that is set back silences nothing for long',
		[
			['2029-11-25T12:00', FULL, [DISK]],
			['2026-11-25T12:00', FULL, [DISK]],
			['2026-11-25T12:01', FULL, []],
		],
	],
	[
		'in the night in which clocks go back it is quiet until eight as well',
		[
			['2026-10-24T22:00', FAILED, []],
			['2026-10-25T07:59', FAILED, []],
			['2026-10-25T08:00', FAILED, [BACKUP]],
		],
	],
]

for (const [name, steps] of STORIES)
	test(name, async () => {
		using ntfy = alertService()
		const server = serverWithAlerts({ alertUrl: ntfy.ntfy })
		const told: [at: string, told: string[]][] = []
		for (const [at, finds] of steps) {
			const before = ntfy.taken.length
			if (finds === 'restart') await server.restart()
			else await server.lookAt(at, finds)
			told.push([at, ntfy.titles().slice(before)])
		}

		expect(told).toEqual(steps.map(([at, , titles]) => [at, titles]))
	})

test('what ends together is told in one message, which says what', async () => {
	using ntfy = alertService()
	const { lookAt } = serverWithAlerts({ alertUrl: ntfy.ntfy })
	await lookAt('2026-11-25T12:00', { ...FULL, ...FAILED, overdue: 'There is none.' })
	await lookAt('2026-11-25T13:00', {})

	await lookAt('2026-11-25T14:00', {})

	expect(ntfy.titles().slice(3)).toEqual([GOOD])
	expect(ntfy.taken.at(-1)?.json.message).toBe('The disk has room again. There is a new backup.')
})

test('an alert that arrives nowhere is sent again after a quarter of an hour, its end too, and the log says where, without a token [T66]', async () => {
	const answers = [500, 500, 200, 500, 200]
	using ntfy = alertService(() => new Response(null, { status: answers.shift() ?? 500 }))
	const { lookAt, lines, alerts } = serverWithAlerts({ alertUrl: ntfy.ntfy })

	await lookAt('2026-11-25T12:00', FULL)
	expect(alerts().last()?.missed).toEqual([ntfy.host])
	await lookAt('2026-11-25T12:14', FULL)
	expect(ntfy.taken).toHaveLength(1)
	await lookAt('2026-11-25T12:15', FULL)
	await lookAt('2026-11-25T12:30', FULL)
	expect(alerts().last()?.missed).toEqual([])
	await lookAt('2026-11-25T13:00', {})
	await lookAt('2026-11-25T14:00', {})
	await lookAt('2026-11-25T14:15', {})
	await lookAt('2026-11-25T16:00', {})

	expect(ntfy.titles()).toEqual([DISK, DISK, DISK, GOOD, GOOD])
	expect(lines).toHaveLength(3)
	for (const line of lines) expect(line).toContain(`An alert did not arrive at ${ntfy.host}: it answers 500.`)
	expect(lines.join()).not.toContain('tk_token')
})

test('one service that is dead does not keep the other from hearing, nor is it told twice', async () => {
	using ntfy = alertService()
	const dead = `127.0.0.1:${forsakenPort()}`
	const { lookAt, alerts } = serverWithAlerts({ alertUrl: `gotify+http://:app-token@${dead}, ${ntfy.ntfy}` })

	await lookAt('2026-11-25T12:00', FULL)
	await lookAt('2026-11-25T12:30', FULL)

	expect(ntfy.titles()).toEqual([DISK])
	expect(alerts().last()).toEqual({ at: new Date('2026-11-25T11:00:00Z'), missed: [dead] })
})

test('what was told is kept in a file for the server’s user alone, without tokens; one that was edited counts as none [T66]', async () => {
	using ntfy = alertService()
	const { lookAt, dataDir, restart } = serverWithAlerts({ alertUrl: ntfy.ntfy })
	const path = join(dataDir, 'alerts.json')
	await lookAt('2026-11-25T12:00', FULL)

	expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
		troubles: { disk: { toldAt: Date.parse('2026-11-25T11:00:00Z'), overSince: null } },
		last: { at: Date.parse('2026-11-25T11:00:00Z'), missed: [] },
	})
	if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
	writeFileSync(path, '{"troubles": 7}')
	await restart()
	await lookAt('2026-11-25T12:05', FULL)
	expect(ntfy.titles()).toEqual([DISK, DISK])
})

test('a stop waits for no look', async () => {
	const { clock, pass } = testClock(Date.now())
	const settings = { dataDir: freshFolder(), alertUrl: 'ntfy+http://127.0.0.1:1/backseat' }
	const context = testContext(settings, { clock })
	let looks = 0
	const alerts = startAlerts(context, backupRuns(), () => {
		looks++
		return new Promise(() => {})
	})
	await pass(60_000)

	await alerts.stop()
	await pass(60_000)

	expect(looks).toBe(1)
})

test('a stop waits for no service, and what it gave up is told after the next start', async () => {
	let isSilent = true
	using ntfy = alertService(() => (isSilent ? new Promise<Response>(() => {}) : new Response()))
	const server = serverWithAlerts({ alertUrl: ntfy.ntfy })
	void server.lookAt('2026-11-25T12:00', FULL)
	while (ntfy.taken.length === 0) await Bun.sleep(1)

	await server.restart()
	isSilent = false
	await server.lookAt('2026-11-25T12:01', FULL)

	expect(ntfy.titles()).toEqual([DISK, DISK])
})
