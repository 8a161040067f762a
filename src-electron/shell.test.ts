import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkInstance } from './links/instance-check.ts'
import { newLaunchSecret } from './server/launch-secret.ts'
import { superviseServer } from './server/supervisor.ts'
import { openSettings } from './settings/settings-file.ts'
import { createShell } from './shell.ts'
import { recordedDesktop } from './testing/recorded-desktop.ts'
import { createUpdates } from './updates/updates.ts'

/** The whole shell over the real server; only the screen is missing. */
const binary = join(import.meta.dirname, '..', 'dist', process.platform === 'win32' ? 'backseat.exe' : 'backseat')
const ended: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const end of ended.splice(0)) await end()
})

function aShell(folder = mkdtempSync(join(tmpdir(), 'backseat-shell-'))) {
	const dataDir = join(folder, 'data')
	const settings = openSettings(join(folder, 'desktop-settings.json'))
	const secret = newLaunchSecret()
	const recorded = recordedDesktop()
	const shell = createShell({
		version: '0.1.0',
		dataDir,
		secret,
		settings,
		desktop: recorded.desktop,
		supervise: (onState) =>
			superviseServer({
				...{ binary, dataDir, secret, onState },
				port: { read: () => settings.current().port, remember: (port) => settings.change({ port }) },
				isLan: () => settings.current().isLan,
			}),
		check: (places) => checkInstance(places, fetch),
		updates: (onStatus) =>
			createUpdates({
				updater: () => {
					throw new Error('Nobody asked for updates')
				},
				feed: () => settings.current().updateFeed,
				onStatus,
			}),
	})
	ended.push(() => shell.end())
	return { ...recorded, shell, settings, secret, folder, dataDir }
}

async function until<T>(look: () => T | undefined | null | false): Promise<T> {
	const deadline = Date.now() + 30_000
	for (;;) {
		const seen = look()
		if (seen) return seen
		if (Date.now() > deadline) throw new Error('It did not come to that')
		await Bun.sleep(10)
	}
}

/** Another instance, as a friend runs it. */
async function aFriend() {
	const child = Bun.spawn([binary, 'serve', '--port', '0', '--data-dir', mkdtempSync(join(tmpdir(), 'backseat-'))], {
		stdout: 'pipe',
		stderr: 'ignore',
	})
	ended.push(async () => {
		child.kill()
		await child.exited
	})
	const { value } = await child.stdout.getReader().read()
	const [, address = ''] = /ready at (\S+)/.exec(new TextDecoder().decode(value)) ?? []
	return { address, stop: () => child.kill() }
}

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

test('whoever joins a friend sees the friend’s instance, in a partition of its own, and finds it again next time', async () => {
	const friend = await aFriend()
	const { shell, open, folder } = aShell()
	shell.start(null)
	await until(() => open()[0])

	expect(await shell.act({ do: 'ride-along', text: friend.address })).toEqual({ ok: true })

	expect(open().map(({ wish }) => wish)).toMatchObject([{ base: friend.address, secret: null }])
	expect(open()[0]?.wish.partition).not.toBe('persist:this-computer')
	await shell.end()

	const again = aShell(folder)
	again.shell.start(null)
	await until(() => again.open()[0])
	expect(again.open().map(({ base }) => base)).toEqual([friend.address])
	// Only a window onto the friend's: no server of one's own is started for it.
	expect(again.shell.state().server.kind).toBe('stopped')

	await again.shell.act({ do: 'ride-here' })
	await until(() => again.open()[0]?.wish.partition === 'persist:this-computer')
})

test('an address where no Backseat answers changes nothing and says so', async () => {
	const { shell, open, settings } = aShell()
	shell.start(null)
	const own = await until(() => open()[0])

	const outcome = await shell.act({ do: 'ride-along', text: 'http://127.0.0.1:9/' })

	expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(/.{10,}/) })
	expect(open()).toEqual([own])
	expect(settings.current().friend).toBeNull()
})

test('a claim link waits for a yes, and its page learns the server but not the token', async () => {
	const friend = await aFriend()
	const { shell, pages, told, open } = aShell()
	const token = 'abcdefghijklmnopqrstuvwxyz012345'
	shell.start(`backseat://claim/${token}?server=${encodeURIComponent(friend.address)}`)
	const own = await until(() => open()[0])

	expect(pages.has('claim-link')).toBe(true)
	expect(shell.state().claim).toEqual({ server: friend.address, isEncrypted: false })
	expect(JSON.stringify(told)).not.toContain(token)
	expect(open()).toEqual([own])

	expect(await shell.act({ do: 'confirm-claim', server: friend.address })).toEqual({ ok: true })
	expect(open().map(({ went }) => went)).toEqual([[`${friend.address}claim/${token}`]])
	expect(shell.state().claim).toBeNull()
	expect(pages.has('claim-link')).toBe(false)
})

test('a claim link to this very computer opens in its own window', async () => {
	const { shell, open, secret } = aShell()
	shell.start(null)
	const own = await until(() => open()[0])
	const check = fetch(`${own.base}api/instance`, { headers: { cookie: `backseat_desktop=${secret}` } })
	expect((await check).status).toBe(200)

	shell.openLink(`backseat://claim/abcdefghij?server=${encodeURIComponent(own.base)}`)
	expect(await shell.act({ do: 'confirm-claim', server: own.base })).toEqual({ ok: true })

	expect(open()).toEqual([own])
	expect(own.went.at(-1)).toBe(`${own.base}claim/abcdefghij`)
})

test('a yes to one server is no yes to another, whose link came in just before the click', async () => {
	const { shell, open } = aShell()
	shell.start(null)
	const own = await until(() => open()[0])
	shell.openLink('backseat://claim/abcdefghij?server=https%3A%2F%2Frides.example%2F')
	shell.openLink(`backseat://claim/abcdefghij?server=${encodeURIComponent(own.base)}`)

	const outcome = await shell.act({ do: 'confirm-claim', server: 'https://rides.example/' })

	expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('Another link') })
	expect(own.went).toHaveLength(1)
})

test('a link that is not one of ours opens nothing but an explanation', async () => {
	const { shell, pages, open } = aShell()
	shell.start(null)
	const own = await until(() => open()[0])

	shell.openLink('backseat://claim/../../etc/passwd?server=file:///etc')

	expect(shell.state().claim).toBeNull()
	expect(pages.has('claim-link')).toBe(true)
	expect(await shell.act({ do: 'confirm-claim', server: '' })).toMatchObject({ ok: false })
	expect(open()).toEqual([own])
})

test('a friend who does not answer gets a page that says so, with a way home', async () => {
	const { shell, pages, open } = aShell()
	const friend = await aFriend()
	shell.start(null)
	await until(() => open()[0])
	await shell.act({ do: 'ride-along', text: friend.address })
	const [window] = open()

	window?.wish.onFailed(true)
	expect(pages.has('away')).toBe(true)
	expect(shell.state().isAway).toBe(true)
	await shell.act({ do: 'try-again' })
	expect(window?.mended).toBe(1)

	window?.wish.onFailed(false)
	expect(pages.has('away')).toBe(false)
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
