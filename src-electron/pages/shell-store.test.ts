import { expect, test } from 'bun:test'
import { createShellStore } from './shell-store.ts'
import { createFakeShell } from './testing/open-page.tsx'

test('a page that asks late does not get an outdated state', async () => {
	const shell = createFakeShell({ version: 'old' })
	const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof shell.bridge.state>>>()
	const old = await shell.bridge.state()
	const store = createShellStore({ ...shell.bridge, state: () => promise })

	shell.change({ version: 'new' })
	resolve(old)
	await promise

	expect(store.current()?.version).toBe('new')
})

test('a button whose action nobody answers says so', async () => {
	const { bridge } = createFakeShell()
	const store = createShellStore({ ...bridge, act: () => Promise.reject(new Error('Not for this page')) })

	expect(await store.act({ do: 'try-again' })).toEqual({
		ok: false,
		message: 'Nobody answered. Close this window and open it again.',
	})
})
