import type { Call } from './calls.ts'
import { processorTime } from './proc.ts'
import { installBenchPackages, nodeBinary, packagesFolder } from './servers.ts'

/**
 * Latencies in ms. `failed` counts non-2xx responses and broken connections. `work` is the server's processor time per request
 * in µs, which is comparable even on a busy machine; NaN where the system does not report it.
 */
export type Burst = { perSecond: number; p99: number; failed: number; work: number }

type Load = { server: { origin: string; pid: number }; call: Call; seconds: number }

const SEND = `import autocannon from 'autocannon'
const { requests, latency, non2xx, errors, duration } = await autocannon(JSON.parse(process.argv[1]))
console.log(JSON.stringify({ total: requests.total, p99: latency.p99, failed: non2xx + errors, duration }))`

export async function burst({ server, call, seconds }: Load): Promise<Burst> {
	await installBenchPackages()
	const { method, connections, path, body, cookies } = call
	const headers = { ...call.headers, ...(body && { 'content-type': 'application/json' }) }
	const requests = cookies.map((cookie) => ({ headers: { ...headers, cookie } }))
	const sent = { url: server.origin + path, method, connections, duration: seconds, body: body && JSON.stringify(body) }
	const before = processorTime(server.pid)
	const child = Bun.spawn([nodeBinary(), '--input-type=module', '-e', SEND, JSON.stringify({ ...sent, requests })], {
		cwd: packagesFolder,
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'ignore',
	})
	const { total, duration, ...figures } = await new Response(child.stdout).json()
	return { ...figures, perSecond: total / duration, work: (processorTime(server.pid) - before) / total }
}
