import { expect, test } from 'bun:test'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { oneSender } from './one-sender.ts'
import { waitingStore } from './waiting-store.ts'

withIndexedDb()

const LEASE_MS = 45_000

function tabs(locks?: LockManager) {
	const store = waitingStore('test')
	const time = { now: 1_000_000 }
	const takeTurn = oneSender({ name: 'test', store, clock: () => time.now, locks })
	return { time, takeTurn }
}

/** Keeps the turn until it is told to end. */
function longTurn(takeTurn: ReturnType<typeof oneSender>) {
	const { promise: begun, resolve: begin } = Promise.withResolvers<() => Promise<void>>()
	const { promise: over, resolve: end } = Promise.withResolvers<void>()
	const turn = takeTurn(async (goOn) => {
		begin(goOn)
		await over
		return 'sent'
	})
	const ended = () => {
		end()
		return turn
	}
	return { begun, end: ended }
}

/** As browsers have it, in as much as we ask of it. */
function fakeLocks() {
	const held = new Set<string>()
	return {
		request: async (name: string, _options: LockOptions, run: (lock: object | null) => Promise<unknown>) => {
			if (held.has(name)) return run(null)
			held.add(name)
			try {
				return await run({ name })
			} finally {
				held.delete(name)
			}
		},
	} as unknown as LockManager
}

for (const [where, locks] of [
	['on plain http', undefined],
	['where there are locks', fakeLocks()],
] as const)
	test(`${where} one sends at a time; whoever comes meanwhile does not, and whoever comes after does`, async () => {
		const { takeTurn } = tabs(locks)
		const first = longTurn(takeTurn)
		await first.begun
		expect(await takeTurn(async () => 'too')).toBeNull()
		expect(await first.end()).toBe('sent')
		expect(await takeTurn(async () => 'then')).toBe('then')
	})

test('a turn that ends badly is over all the same', async () => {
	const { takeTurn } = tabs()
	await expect(takeTurn(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
	expect(await takeTurn(async () => 'then')).toBe('then')
})

test('a tab that was closed in the middle holds the others up for 45 seconds, one that works on as long as it works', async () => {
	const { time, takeTurn } = tabs()
	const goOn = await longTurn(takeTurn).begun
	time.now += LEASE_MS - 1
	expect(await takeTurn(async () => 'too early')).toBeNull()
	await goOn()
	time.now += LEASE_MS - 1
	expect(await takeTurn(async () => 'too early')).toBeNull()
	time.now += 1
	expect(await takeTurn(async () => 'now')).toBe('now')
})

test('a clock that was set back makes nobody wait for longer', async () => {
	const { time, takeTurn } = tabs()
	await longTurn(takeTurn).begun
	time.now -= 86_400_000
	expect(await takeTurn(async () => 'now')).toBe('now')
})
