import { afterEach, expect, jest, test } from 'bun:test'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerState } from '#desktop/server/server-state.ts'
import { aShell, endAll, until } from '#desktop/testing/shell-at-work.ts'

afterEach(endAll)

test('a first start shows this computer’s own instance, and only to this app', async () => {
	const { shell, windows, secret } = aShell()
	shell.start(null)
	const { wish } = await until(() => windows[0])

	expect(wish).toMatchObject({ path: '', partition: 'persist:this-computer', secret })
	expect((await fetch(wish.base)).status).toBe(403)
	expect((await fetch(wish.base, { headers: { cookie: `backseat_desktop=${secret}` } })).status).toBe(200)
})

test('the secret is in nothing that a page gets to see', async () => {
	const { shell, told, secret, windows } = aShell()
	shell.start(null)
	await until(() => windows[0])

	expect(told.length).toBeGreaterThan(0)
	expect(JSON.stringify(told)).not.toContain(secret)
})

test('a damaged file of ratings ends in a page that says what to do, and trying again works once it is mended', async () => {
	const { shell, pages, open, dataDir, folder } = aShell()
	await Bun.write(join(dataDir, 'backseat.db'), 'this is no database, it is a shopping list'.repeat(100))
	shell.start(null)
	await until(() => pages.has('trouble'))

	const { server } = shell.state()
	expect(server).toMatchObject({ kind: 'trouble', trouble: { title: 'The logbook is damaged' } })
	expect(open()).toEqual([])

	writeFileSync(join(folder, 'moved-away'), '')
	await Bun.file(join(dataDir, 'backseat.db')).delete()
	expect(await shell.act({ do: 'try-again' })).toEqual({ ok: true })
	await until(() => open()[0])
	expect(pages.has('trouble')).toBe(false)
})

test('when a start that takes its time fails, the app stays for the page that says why', async () => {
	jest.useFakeTimers()
	try {
		const own: { state: ServerState; tell(state: ServerState): void } = { state: { kind: 'stopped' }, tell: () => {} }
		const { shell, pages, lastClosings } = aShell(undefined, (onState) => {
			own.tell = (state) => {
				own.state = state
				onState(state)
			}
			const nothing = async () => {}
			return { state: () => own.state, start: nothing, restart: nothing, tryAgain: nothing, stop: nothing }
		})
		shell.start(null)
		own.tell({ kind: 'starting' })
		jest.advanceTimersByTime(1000)
		expect([...pages]).toEqual(['starting'])

		own.tell({ kind: 'trouble', trouble: { title: 'Flat tyre', explanation: 'No air.', log: [] } })

		expect([...pages]).toEqual(['trouble'])
		expect(lastClosings()).toBe(0)
	} finally {
		jest.useRealTimers()
	}
})

test('closing the window hides it while the car keeps serving, and otherwise closes it', async () => {
	const { shell, windows } = aShell()
	shell.start(null)
	const { wish } = await until(() => windows[0])

	expect([wish.onClose(), shell.staysWithoutWindow()]).toEqual(['close', false])

	await shell.act({ do: 'set-keep-serving', isOn: true })
	expect([wish.onClose(), shell.staysWithoutWindow()]).toEqual(['hide', true])

	const end = shell.end()
	expect([wish.onClose(), shell.staysWithoutWindow()]).toEqual(['close', false])
	await end
})

test('the small print of the menu is the text that came with the app', () => {
	const { shell, shown, folder } = aShell()

	shell.choose('licenses')

	expect(shown).toEqual([join(folder, 'LICENSES.backseat.txt')])
})

test('quitting leaves no server and no window', async () => {
	const { shell, open, windows, secret } = aShell()
	shell.start(null)
	const { base } = await until(() => windows[0])

	await shell.end()

	expect(open()).toEqual([])
	expect(fetch(base, { headers: { cookie: `backseat_desktop=${secret}` } })).rejects.toThrow()
})

test('an update feed is kept only if it is one, and blank switches it off', async () => {
	const { shell, settings } = aShell()

	expect(await shell.act({ do: 'set-update-feed', text: 'ftp://parts.example' })).toMatchObject({ ok: false })
	expect(settings.current().updateFeed).toBeNull()

	await shell.act({ do: 'set-update-feed', text: 'https://parts.example/backseat' })
	expect(settings.current().updateFeed).toStartWith('https://parts.example/backseat')
	await shell.act({ do: 'set-update-feed', text: ' ' })
	expect(settings.current().updateFeed).toBeNull()
	expect(shell.state().updates.status).toContain('No feed set')
})

test('settings that cannot be read are set aside, and somebody is told where, once', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-shell-'))
	writeFileSync(join(folder, 'desktop-settings.json'), '{"isLan": tru')
	const { shell, warned, windows } = aShell(folder)
	shell.start(null)
	await until(() => windows[0])
	await shell.act({ do: 'set-keep-serving', isOn: true })

	expect(warned).toEqual([expect.stringContaining('desktop-settings.broken-')])
})

test('the data folder is this user’s own, in the place it says', async () => {
	const { shell, windows, dataDir } = aShell()
	shell.start(null)
	await until(() => windows[0])

	expect(shell.state().dataDir).toBe(dataDir)
	expect(existsSync(join(dataDir, 'backseat.db'))).toBe(true)
})
