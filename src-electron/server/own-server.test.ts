import { afterEach, expect, test } from 'bun:test'
import { HOSTILE, hostileServer } from '#desktop/web/testing/hostile-server.ts'
import { createOwnServer } from './own-server.ts'
import type { ServerState, Supervisor } from './supervisor.ts'

const secret = 's'.repeat(43)
const ended: (() => unknown)[] = []
afterEach(async () => {
	for (const end of ended.splice(0)) await end()
})

/** A server that reports the LAN address in api/instance, on a machine whose network changes while it runs. */
function ownServerOn(network: { address: string | null; isLan: boolean }) {
	const asked: (string | null)[] = []
	const http = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: (request) => {
			asked.push(request.headers.get('cookie'))
			return Response.json({ product: 'Backseat', publicUrl: network.address })
		},
	})
	let state: ServerState = { kind: 'stopped' }
	let tell: (state: ServerState) => void = () => {}
	const become = (next: ServerState) => {
		state = next
		tell(next)
	}
	const supervisor: Supervisor = {
		state: () => state,
		start: async () =>
			become({ kind: 'running', address: `http://127.0.0.1:${http.port}/`, lanAddress: 'http://192.168.1.5:7433/' }),
		restart: async () => {},
		tryAgain: async () => {},
		stop: async () => become({ kind: 'stopped' }),
	}
	const told: ServerState[] = []
	const own = createOwnServer({
		supervise: (onState) => {
			tell = onState
			return supervisor
		},
		secret,
		isLan: () => network.isLan,
		onState: (next) => void told.push(next),
		refreshEveryMs: 10,
	})
	ended.push(
		() => own.stop(),
		() => http.stop(true),
	)
	return { own, told, asked }
}

async function until(look: () => boolean) {
	const deadline = Date.now() + 20_000
	while (!look()) {
		if (Date.now() > deadline) throw new Error('It did not come to that')
		await Bun.sleep(5)
	}
}
const lanAddressOf = (state: ServerState) => (state.kind === 'running' ? state.lanAddress : undefined)

test('a laptop that changes its Wi-Fi shows phones the new address, and none when it has none', async () => {
	const network: { address: string | null; isLan: boolean } = { address: 'http://192.168.1.5:7433', isLan: true }
	const { own, told, asked } = ownServerOn(network)
	await own.start()
	await until(() => asked.length > 1)
	expect(told).toHaveLength(1)

	network.address = 'http://10.0.0.7:7433'
	await until(() => lanAddressOf(own.state()) === 'http://10.0.0.7:7433/')
	expect(told.map(lanAddressOf)).toEqual(['http://192.168.1.5:7433/', 'http://10.0.0.7:7433/'])

	network.address = null
	await until(() => lanAddressOf(own.state()) === null)
	expect(new Set(asked)).toEqual(new Set([`backseat_desktop=${secret}`]))
})

test('while the phones are out nobody asks where they would get in', async () => {
	const { own, asked } = ownServerOn({ address: 'http://10.0.0.7:7433', isLan: false })
	await own.start()
	await Bun.sleep(100)

	expect(asked).toEqual([])
	expect(lanAddressOf(own.state())).toBe('http://192.168.1.5:7433/')
})

test('another program that has got the port and talks without end is disconnected, and changes no address [T30]', async () => {
	const stranger = await hostileServer(HOSTILE['goes on without end'] ?? (() => {}))
	const running: ServerState = { kind: 'running', address: stranger.base, lanAddress: 'http://192.168.1.5:7433/' }
	const told: ServerState[] = []
	const nothing = async () => {}
	const own = createOwnServer({
		supervise: () => ({ state: () => running, start: nothing, restart: nothing, tryAgain: nothing, stop: nothing }),
		secret,
		isLan: () => true,
		onState: (next) => void told.push(next),
		refreshEveryMs: 20,
	})
	await until(() => stranger.visitors() > 2)
	await own.stop()

	expect(await stranger.sentBytes()).toBeLessThan(stranger.visitors() * 32 * 1024 * 1024)
	expect(told).toEqual([])
	stranger.close()
})
