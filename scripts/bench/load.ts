/** What one burst of load came to. Latencies in ms. */
export type Burst = { perSecond: number; p50: number; p99: number }

const encoder = new TextEncoder()
const decoder = new TextDecoder('latin1')

/**
 * Keeps `connections` sockets busy with one request each for `seconds`. Written on sockets, not with fetch, because a
 * client that costs as much as the server would halve every difference between servers.
 */
export async function burst(port: number, request: string, status: number, seconds: number, connections = 16) {
	const bytes = encoder.encode(request)
	const latencies: number[] = []
	const until = performance.now() + seconds * 1000
	const started = performance.now()
	await Promise.all(Array.from({ length: connections }, () => oneConnection()))
	const elapsed = (performance.now() - started) / 1000
	latencies.sort((a, b) => a - b)
	const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
	return { perSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99) } satisfies Burst

	function oneConnection(): Promise<void> {
		const { promise, resolve, reject } = Promise.withResolvers<void>()
		let sentAt = 0
		let received = ''
		const send = (socket: Bun.Socket) => {
			received = ''
			sentAt = performance.now()
			socket.write(bytes)
		}
		Bun.connect({
			hostname: '127.0.0.1',
			port,
			socket: {
				open: send,
				data: (socket, chunk) => {
					received += decoder.decode(chunk)
					if (!isComplete(received)) return
					if (!received.startsWith(`HTTP/1.1 ${status} `)) {
						socket.end()
						return reject(new Error(`Expected ${status}, got: ${received}`))
					}
					const now = performance.now()
					latencies.push(now - sentAt)
					if (now < until) return send(socket)
					socket.end()
					resolve()
				},
				error: (_socket, error) => reject(error),
				connectError: (_socket, error) => reject(error),
			},
		}).catch(reject)
		return promise
	}
}

function isComplete(response: string): boolean {
	const headersEnd = response.indexOf('\r\n\r\n')
	if (headersEnd < 0) return false
	const length = Number(response.slice(0, headersEnd).match(/content-length: (\d+)/i)?.[1] ?? 0)
	return response.length >= headersEnd + 4 + length
}
