import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMachine, whyNoMachine } from '#server/operations/service-unit/testing/systemd-machine.ts'
import { type ServerProcess, spawn } from '#server/testing/server-process.ts'
import { builtBinary } from '../build/build-stamp.ts'
import { atMost, markdownTable, median, type Section, type Target } from './report.ts'
import { passingFolder } from './servers.ts'

const GROUPS = 100
/** Bun's cleanup in the first two minutes costs ten times an idle group's processor time. */
const SETTLE_SECONDS = 150
const IDLE_SECONDS = 60
const WAKES = 20

/** The figures that docs/hosting-many.md calculates with. */
const PLANNED = { awakeMb: 25, doorMb: 1.7, programMb: 51, asleepKb: 15, dataMb: 5, backups: 11, awakeShare: 0.05 }

type Group = Pick<ServerProcess, 'pid' | 'end'> & { socket: string }

/** Starts each group on its own socket, as in production. */
async function startGroups(binary: string): Promise<Group[]> {
	const groups: Group[] = []
	for (let n = 0; n < GROUPS; n += 1) {
		const dataDir = passingFolder()
		const socket = join(dataDir, 'http.sock')
		const at = ['--listen', `unix:${socket}`, '--public-url', `http://group${n}.example.org`]
		// The first daily backup would start after a minute, during the measurement.
		const flags = ['--data-dir', dataDir, '--rate-limit-scale', '0', '--backup-keep-daily', '0', ...at]
		const server = spawn({ command: [binary], flags })
		await server.says(' is ready at ')
		groups.push({ pid: server.pid, end: server.end, socket })
	}
	return groups
}

/** In MB: `own` is private memory, `shared` the proportional part of shared mappings such as the program. */
function memoryOf({ pid }: Group): { own: number; shared: number } {
	const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
	const kb = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN)
	return { own: (kb('Pss_Anon') + kb('Pss_Shmem')) / 1024, shared: kb('Pss_File') / 1024 }
}

/** CPU time so far, including ended threads. The 10 ms resolution averages out over a hundred processes. */
function processorMs({ pid }: Group): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
	return (Number(fields[11]) + Number(fields[12])) * 10
}

const total = (groups: readonly Group[], figure: (group: Group) => number) =>
	groups.reduce((sum, group) => sum + figure(group), 0)

/** A typical small evening: one member joins, looks at pages and rates the demo driver. */
async function use({ socket }: Group) {
	const ask = (path: string, init: RequestInit = {}) => fetch(`http://localhost${path}`, { ...init, unix: socket })
	const send = (path: string, body: object, headers: Record<string, string> = {}) =>
		ask(path, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: JSON.stringify(body),
		})
	const joined = await send('/api/register', {
		username: 'grandma',
		password: 'long enough for all',
		displayName: 'Oma',
	})
	const Cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? ''
	for (let n = 0; n < 20; n += 1) {
		for (const path of ['/home', '/infographic/2', '/api/home', '/api/drivers/2/stats'])
			await (await ask(path, { headers: { Cookie } })).text()
		const impressions = { rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good' }
		const rated = await send('/api/ratings', { driverId: 2, starRating: 5, ...impressions }, { Cookie })
		if (!rated.ok) throw new Error(`Rating: ${rated.status} ${await rated.text()}`)
		await rated.text()
	}
}

/** Time from request to response of a sleeping group that was awake before; null without systemd. */
async function wakes(program: string): Promise<number[] | null> {
	if (whyNoMachine(program) !== null) return null
	const machine = await startMachine({ program, idleLimit: '1s' })
	const group = 'group.example.org'
	const times: number[] = []
	try {
		await machine.installGroups(group)
		for (let n = 0; n <= WAKES; n += 1) {
			const since = performance.now()
			const unix = machine.pathOf(`/run/backseat/${group}.sock`)
			const answer = await fetch(`http://${group}/api/home`, { unix, headers: { Connection: 'close' } })
			await answer.text()
			if (n > 0) times.push(performance.now() - since)
			while ((await machine.systemctl('is-active', `backseat@${group}.service`)).stdout !== 'inactive\n')
				await Bun.sleep(100)
		}
	} finally {
		await machine.end()
	}
	return times
}

function size(mb: number): string {
	const [unit, of] = mb < 100 ? ['MB', 1] : mb < 1e6 ? ['GB', 1e3] : ['TB', 1e6]
	return `${(mb / Number(of)).toLocaleString('en', { maximumSignificantDigits: 2 })} ${unit}`
}

/** The table of docs/hosting-many.md. */
export function sums(counts: readonly number[]): string {
	const { awakeMb, doorMb, programMb, asleepKb, dataMb, backups, awakeShare } = PLANNED
	const memory = (awake: number, asleep: number) => programMb + awake * (awakeMb + doorMb) + (asleep * asleepKb) / 1000
	return markdownTable(
		['Groups', 'Memory, all awake', 'Memory, 5 % awake', 'Disk, with 11 backups', 'Disk, backups elsewhere'],
		counts.map((count) => [
			count.toLocaleString('en'),
			size(memory(count, 0)),
			size(memory(count * awakeShare, count * (1 - awakeShare))),
			size(count * dataMb * (1 + backups)),
			size(count * dataMb),
		]),
	)
}

/** Runs a hundred groups on one machine and measures the cost of each. Linux only. */
export async function manySection({ binary = builtBinary }: { binary: string | undefined }): Promise<Section> {
	const groups = await startGroups(binary)
	try {
		await Bun.sleep(SETTLE_SECONDS * 1000)
		const before = total(groups, processorMs)
		await Bun.sleep(IDLE_SECONDS * 1000)
		const idleMs = (total(groups, processorMs) - before) / GROUPS / IDLE_SECONDS
		const [own, shared] = [
			total(groups, (group) => memoryOf(group).own),
			total(groups, (group) => memoryOf(group).shared),
		]
		for (const group of groups) await use(group)
		await Bun.sleep(3000)
		const used = total(groups, (group) => memoryOf(group).own)
		const door = await wakes(binary)
		return {
			title: 'A hundred groups',
			text: [
				`${GROUPS} servers at Unix sockets on one machine. Memory is proportional (PSS): what many have mapped counts once.`,
				`Waking is by systemd, from a visitor's request to the answer.\n`,
				markdownTable(
					['', 'measured'],
					[
						['memory of its own, each, after the start', `${(own / GROUPS).toFixed(1)} MB`],
						['the same after 20 ratings and 80 pages', `${(used / GROUPS).toFixed(1)} MB`],
						['the program, once for all', `${shared.toFixed(0)} MB`],
						['processor, each, idle', `${idleMs.toFixed(3)} ms a second`],
						['waking, median of 20', door ? `${median(door).toFixed(0)} ms` : '– (no systemd here)'],
						['waking, the slowest', door ? `${Math.max(...door).toFixed(0)} ms` : '–'],
					],
				),
				`\nThe sums of [hosting many](hosting-many.md):\n`,
				sums([10, 1000, 100_000]),
			].join('\n'),
			targets: targetsOf({ pss: (own + shared) / GROUPS, used: used / GROUPS, idleMs }),
		}
	} finally {
		await Promise.all(groups.map(({ end }) => end('SIGKILL')))
	}
}

const targetsOf = ({ pss, used, idleMs }: { pss: number; used: number; idleMs: number }): Target[] => [
	atMost('memory of one group among a hundred', 20, pss, ' MB', 1),
	atMost('memory of its own, after use', 25, used, ' MB', 1),
	atMost('processor of an idle group', 0.1, idleMs, ' ms a second', 3),
]
