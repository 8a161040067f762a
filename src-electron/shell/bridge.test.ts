import { expect, test } from 'bun:test'
import { createBridge, type ShellAction, type ShellState } from './bridge.ts'
import type { ShellPage } from './shell-channels.ts'

const state = { version: '0.1.0' } as ShellState
const ridePage = { is: 'the contents of Ride along' }
const productPage = { is: 'the contents of the product' }
const ride = { sender: ridePage, address: 'backseat-shell://page/ride-along' }

function aBridge() {
	const acted: ShellAction[] = []
	const closed: ShellPage[] = []
	const bridge = createBridge({
		contentsOf: (page) => (page === 'ride-along' ? ridePage : undefined),
		state: () => state,
		act: async (action) => {
			acted.push(action)
			return { ok: true }
		},
		close: (page) => void closed.push(page),
	})
	return { bridge, acted, closed }
}

test('a page of the shell gets the state and may act', async () => {
	const { bridge, acted } = aBridge()

	expect(bridge.state(ride)).toBe(state)
	expect(await bridge.act(ride, { do: 'ride-here' })).toEqual({ ok: true })
	expect(acted).toEqual([{ do: 'ride-here' }])
})

for (const [who, caller] of Object.entries({
	'the product, at its own address': { sender: productPage, address: 'http://127.0.0.1:7433/home' },
	'the product, calling itself a page of the shell': { sender: productPage, address: ride.address },
	'the right window, led somewhere else': { sender: ridePage, address: 'https://other.example/' },
	'the right window, at the address of another page': { sender: ridePage, address: 'backseat-shell://page/updates' },
	'the right window, at an address that only begins right': { sender: ridePage, address: `${ride.address}/more` },
	'a page that is closed': { sender: undefined, address: 'backseat-shell://page/trouble' },
	'a frame that is gone': { sender: ridePage, address: undefined },
}))
	test(`nothing is sent to ${who}, and nothing is done for it`, async () => {
		const { bridge, acted, closed } = aBridge()

		expect(() => bridge.state(caller)).toThrow('Not for this page')
		expect(bridge.act(caller, { do: 'close' })).rejects.toThrow('Not for this page')
		await Bun.sleep(0)
		expect([acted, closed]).toEqual([[], []])
	})

for (const [what, asked] of Object.entries({
	'no action': { do: 'format-disk' },
	'an action without what it needs': { do: 'set-lan' },
	'an endless address': { do: 'ride-along', text: 'x'.repeat(3000) },
	nothing: undefined,
}))
	test(`${what} is refused, even from the right page`, async () => {
		const { bridge, acted } = aBridge()

		expect(bridge.act(ride, asked)).rejects.toThrow('No such action')
		await Bun.sleep(0)
		expect(acted).toEqual([])
	})

test('a page closes itself and no other', async () => {
	const { bridge, closed } = aBridge()

	await bridge.act(ride, { do: 'close' })

	expect(closed).toEqual(['ride-along'])
})
