import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { passingFolder } from '../leftovers.ts'
import { benchTool, installBenchPackages } from '../packages.ts'
import type { Call } from './calls.ts'

/**
 * What one burst of load came to. Latencies in ms. `failed`: answers of another status than 2xx, and broken connections.
 * `work`: the server's processor time a request, in µs, which says the same on a busy machine; NaN where the system does not
 * tell.
 */
export type Burst = { perSecond: number; p50: number; p99: number; failed: number; work: number }
type Sent = Omit<Burst, 'work'> & { requests: number }

export const loadGenerator = Bun.which('wrk') ? 'wrk' : 'autocannon'

type Load = { server: { origin: string; pid: number }; call: Call; seconds: number }

/** Keeps as many connections busy as the call says. Whole seconds: wrk knows no others. */
export async function burst(load: Load): Promise<Burst> {
	if (loadGenerator !== 'wrk') await installBenchPackages()
	const before = processorTime(load.server.pid)
	const { requests, ...sent } = await (loadGenerator === 'wrk' ? sendByWrk(load) : sendByAutocannon(load))
	return { ...sent, work: (processorTime(load.server.pid) - before) / requests }
}

/** Linux counts in hundredths of a second. */
const TICK_US = 10_000

/** Of all threads of a process, since its start, in µs. */
function processorTime(pid: number): number {
	try {
		// The second field is the program's name in brackets, which may have spaces in it.
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
		return (Number(fields[11]) + Number(fields[12])) * TICK_US
	} catch {
		return Number.NaN
	}
}

const requestOf = ({ headers = {}, body }: Call) => ({
	headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) } as Record<string, string>,
	text: body && JSON.stringify(body),
})

/** The requests are made once and sent as they are, so that wrk has little to do beside the server on the same machine. */
function wrkScript(call: Call): string {
	const { headers, text } = requestOf(call)
	const quoted = (text: string) => JSON.stringify(text)
	const table = (more: Record<string, string>) =>
		Object.entries({ ...headers, ...more }).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`)
	const [first] = call.cookies
	return [
		`wrk.method = ${quoted(call.method)}`,
		...(text ? [`wrk.body = ${quoted(text)}`] : []),
		...table(first ? { Cookie: first } : {}),
		...(call.cookies.length > 1
			? [
					'local requests, nth = {}, 0',
					`local cookies = { ${call.cookies.map((cookie) => quoted(cookie)).join(', ')} }`,
					'init = function() for i, cookie in ipairs(cookies) do',
					'wrk.headers["Cookie"] = cookie; requests[i] = wrk.format() end end',
					'request = function() nth = nth % #requests + 1; return requests[nth] end',
				]
			: []),
		'done = function(summary, latency)',
		'local errors = summary.errors',
		'io.write(string.format(\'figures {"requests":%d,"us":%d,"p50":%f,"p99":%f,"failed":%d}\\n\', summary.requests,',
		'summary.duration, latency:percentile(50), latency:percentile(99),',
		'errors.status + errors.connect + errors.read + errors.write + errors.timeout)) end',
	].join('\n')
}

const scriptOf = new Map<Call, string>()

function scriptFileOf(call: Call): string {
	const made = scriptOf.get(call)
	if (made) return made
	const file = join(passingFolder(), 'call.lua')
	writeFileSync(file, wrkScript(call))
	scriptOf.set(call, file)
	return file
}

async function sendByWrk({ server, call, seconds }: Load): Promise<Sent> {
	const wrk = ['wrk', '-t', '1', '-c', `${call.connections}`, '-d', `${seconds}s`, '--timeout', '10s']
	const said = await outputOf([...wrk, '-s', scriptFileOf(call), server.origin + call.path])
	const figures = /figures (\{.*\})/.exec(said)?.[1]
	if (!figures) throw new Error(`wrk said:\n${said}`)
	const { requests, us, p50, p99, failed } = JSON.parse(figures)
	return { requests, perSecond: requests / (us / 1e6), p50: p50 / 1000, p99: p99 / 1000, failed }
}

async function sendByAutocannon({ server, call, seconds }: Load): Promise<Sent> {
	const { headers, text } = requestOf(call)
	const [cookie] = call.cookies
	const all = Object.entries({ ...headers, ...(cookie && { Cookie: cookie }) })
	const said = await outputOf([
		...benchTool('autocannon'),
		...['--json', '--connections', `${call.connections}`, '--duration', `${seconds}`, '--method', call.method],
		...all.flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
		...(text ? ['--body', text] : []),
		server.origin + call.path,
	])
	const { requests, latency, non2xx, errors, duration } = JSON.parse(said)
	const { total } = requests
	return { requests: total, perSecond: total / duration, p50: latency.p50, p99: latency.p99, failed: non2xx + errors }
}

async function outputOf(command: string[]): Promise<string> {
	const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
	return await new Response(child.stdout).text()
}
