import { connect } from 'node:net'

const DRIP_MS = 1000
/** Bun drops an incomplete request after ten to fourteen seconds, however often a byte arrives. */
const GONE_AFTER_MS = 30_000

const STARTS = [
	'GET /api/home HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
	'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{"username":"',
	'POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
	'',
]

/** Clients that never finish their request, at a byte per second. The server must disconnect them and serve others meanwhile. */
export async function runSlowClients({ origin, times }: { origin: string; times: number }) {
	const { hostname, port } = new URL(origin)
	const faults: string[] = []
	let open = 0
	const clients = Array.from({ length: times }, (_, i) => {
		const socket = connect(Number(port), hostname, () => socket.write(STARTS[i % STARTS.length] ?? ''))
		const isEmpty = i % STARTS.length === 3
		const drip = setInterval(() => isEmpty || socket.write('a'), DRIP_MS)
		open++
		socket.on('error', () => {})
		socket.on('data', () => {})
		return new Promise<void>((resolve) =>
			socket.on('close', () => {
				clearInterval(drip)
				open--
				resolve()
			}),
		)
	})
	const late = Bun.sleep(GONE_AFTER_MS).then(() => 'late')
	for (let i = 0; i < 20; i++) {
		const answer = await fetch(`${origin}/api/health`).catch((error: Error) => error)
		if (!(answer instanceof Response) || answer.status !== 200) faults.push(`Nobody else is answered: ${answer}`)
		await Bun.sleep(200)
	}
	if ((await Promise.race([Promise.all(clients), late])) === 'late') faults.push(`${open} slow clients are still there`)
	return { faults }
}
