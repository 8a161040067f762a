import { expect, test } from 'bun:test'
import { oneSender, otherTabs } from '#ui/features/ratings/waiting/sending/tabs.ts'
import { waitingStore } from '#ui/features/ratings/waiting/sending/waiting-store.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'

withIndexedDb()

const LEASE_MS = 8000

function tabs(locks?: LockManager) {
	const store = waitingStore('test')
	const time = { now: 1_000_000 }
	/** What renews the turns that are at work. */
	const renewals = new Set<() => void>()
	const every = (_ms: number, run: () => void) => {
		renewals.add(run)
		return () => renewals.delete(run)
	}
	const takeTurn = oneSender({ name: 'test', store, clock: () => time.now, every, locks })
	/** Two seconds, in which all tabs are awake. */
	const pass = async () => {
		time.now += 2000
		for (const renew of renewals) renew()
		// After them in the queue of the database.
		await store.sendingState()
		await store.changeSendingState(() => null)
	}
	return { time, store, takeTurn, pass, renewals }
}

/** Keeps the turn until it is told to end. */
function longTurn(takeTurn: ReturnType<typeof oneSender>) {
	const { promise: begun, resolve: begin } = Promise.withResolvers<() => Promise<boolean>>()
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

/** As in browsers that have locks and block site data. */
function refusedLocks() {
	const request = async () => {
		throw new DOMException('The request was denied.', 'SecurityError')
	}
	return { request } as unknown as LockManager
}

for (const [where, locks] of [
	['on plain http', undefined],
	['where there are locks', fakeLocks()],
	['where site data are blocked, and locks with them,', refusedLocks()],
] as const)
	test(`${where} one sends at a time; a tab that comes meanwhile does not, and one that comes after does`, async () => {
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

test('a tab that was closed in the middle holds the others up for 8 seconds after it was last heard of [B23]', async () => {
	const { time, takeTurn, pass, renewals } = tabs()
	await longTurn(takeTurn).begun
	await pass()
	renewals.clear()
	time.now += LEASE_MS - 1
	expect(await takeTurn(async () => 'too early')).toBeNull()
	time.now += 1
	expect(await takeTurn(async () => 'now')).toBe('now')
})

test('a tab that works for long is heard of, and keeps its turn', async () => {
	const { takeTurn, pass } = tabs()
	const turn = longTurn(takeTurn)
	const goOn = await turn.begun
	for (let i = 0; i < 20; i++) {
		await pass()
		if (i % 5 === 0) expect(await goOn()).toBe(true)
		expect(await takeTurn(async () => 'too early')).toBeNull()
	}
	await turn.end()
	expect(await takeTurn(async () => 'then')).toBe('then')
})

test('a tab in which something hangs is not heard of for ever', async () => {
	const { takeTurn, pass } = tabs()
	await longTurn(takeTurn).begun
	for (let seconds = 0; seconds < 24; seconds += 2) await pass()
	expect(await takeTurn(async () => 'now')).toBe('now')
})

test('a tab that was asleep has lost its turn, is told so, and does not end the turn of the next [B23]', async () => {
	const { time, takeTurn } = tabs()
	const asleep = longTurn(takeTurn)
	const goOn = await asleep.begun
	time.now += LEASE_MS
	const next = longTurn(takeTurn)
	await next.begun

	expect(await goOn()).toBe(false)
	await asleep.end()
	expect(await takeTurn(async () => 'too early')).toBeNull()
	await next.end()
	expect(await takeTurn(async () => 'then')).toBe('then')
})

test('the lease of an older version of the app, which is longer, holds nobody up', async () => {
	const { time, store, takeTurn } = tabs()
	await store.changeSendingState(() => ({ leasedUntil: time.now + 45_000 }))
	expect(await takeTurn(async () => 'now')).toBe('now')
})

test('a clock that was set back makes nobody wait for longer', async () => {
	const { time, takeTurn } = tabs()
	await longTurn(takeTurn).begun
	time.now -= 86_400_000
	expect(await takeTurn(async () => 'now')).toBe('now')
})

test('where the channel between tabs is refused, a tab goes on alone [B31]', () => {
	const real = globalThis.BroadcastChannel
	const refused = () => {
		throw new DOMException('The operation is insecure.', 'SecurityError')
	}
	Object.assign(globalThis, { BroadcastChannel: refused })
	try {
		const others = otherTabs('test', () => {})
		others.tell({ kind: 'changed' })
		others.close()
	} finally {
		Object.assign(globalThis, { BroadcastChannel: real })
	}
})
