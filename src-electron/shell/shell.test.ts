import { expect, jest, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerState } from '#desktop/server/supervisor.ts'
import { aFriend, aShell, aStartedShell, until } from '#desktop/testing/shell-at-work.ts'

setDefaultTimeout(60_000)

test.concurrent('a first start shows this computer’s own instance, and only to this app', async () => {
	await using app = await aStartedShell()
	const { shell, secret, dataDir } = app
	const { options } = app.own

	expect(shell.state().dataDir).toBe(dataDir)
	expect(existsSync(join(dataDir, 'backseat.db'))).toBe(true)
	expect(options).toMatchObject({ path: '', partition: 'persist:this-computer', secret })
	expect((await fetch(options.base)).status).toBe(403)
	expect((await fetch(options.base, { headers: { cookie: `backseat_desktop=${secret}` } })).status).toBe(200)
})

test.concurrent('the secret is in nothing that a page gets to see', async () => {
	await using app = await aStartedShell()
	const { states, secret } = app

	expect(states.length).toBeGreaterThan(0)
	expect(JSON.stringify(states)).not.toContain(secret)
})

test.concurrent('a damaged file of ratings ends in a page that says what to do, and trying again works once it is repaired', async () => {
	await using app = aShell()
	const { shell, pages, open, dataDir, folder } = app
	await Bun.write(join(dataDir, 'backseat.db'), 'this is not a database, it is a shopping list'.repeat(100))
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
		await using app = aShell(undefined, (onState) => {
			own.tell = (state) => {
				own.state = state
				onState(state)
			}
			const nothing = async () => {}
			return { state: () => own.state, start: nothing, restart: nothing, tryAgain: nothing, stop: nothing }
		})
		const { shell, pages, lastClosings } = app
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

test.concurrent('closing the window hides it while the car keeps serving, and otherwise closes it', async () => {
	await using app = await aStartedShell()
	const { shell } = app
	const { options } = app.own

	expect([options.onClose(), shell.staysWithoutWindow()]).toEqual(['close', false])

	await shell.act({ do: 'set-keep-serving', isOn: true })
	expect([options.onClose(), shell.staysWithoutWindow()]).toEqual(['hide', true])

	const end = shell.end()
	expect([options.onClose(), shell.staysWithoutWindow()]).toEqual(['close', false])
	await end
})

test.concurrent('the small print of the menu is the text that came with the app', async () => {
	await using app = aShell()
	const { shell, shown, folder } = app

	shell.choose('licenses')

	expect(shown).toEqual([join(folder, 'LICENSES.backseat.txt')])
})

test.concurrent('quitting leaves no server and no window', async () => {
	await using app = await aStartedShell()
	const { shell, open, secret } = app
	const { base } = app.own

	await shell.end()

	expect(open()).toEqual([])
	// Not `rejects`: bun waits for it in a nested event loop, which loses events of concurrent tests.
	const answer = await fetch(base, { headers: { cookie: `backseat_desktop=${secret}` } }).catch(() => null)
	expect(answer).toBeNull()
})

test.concurrent('an update feed is kept only if it is one, and blank switches it off', async () => {
	await using app = aShell()
	const { shell, settings } = app

	expect(await shell.act({ do: 'set-update-feed', text: 'ftp://parts.example' })).toMatchObject({ ok: false })
	expect(settings.current().updateFeed).toBeNull()

	await shell.act({ do: 'set-update-feed', text: 'https://parts.example/backseat' })
	expect(settings.current().updateFeed).toStartWith('https://parts.example/backseat')
	await shell.act({ do: 'set-update-feed', text: ' ' })
	expect(settings.current().updateFeed).toBeNull()
	expect(shell.state().updates.status).toContain('No feed set')
})

test.concurrent('settings that cannot be read are set aside, and the user is told where, once', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-shell-'))
	writeFileSync(join(folder, 'desktop-settings.json'), '{"isLan": tru')
	await using app = await aStartedShell(folder)
	const { shell, warned } = app
	await shell.act({ do: 'set-keep-serving', isOn: true })

	expect(warned).toEqual([expect.stringContaining('desktop-settings.broken-')])
})

test.concurrent('a friend’s instance asks before it notifies, is remembered, and can be switched on and off by the menu', async () => {
	await using friend = await aFriend()
	await using app = await aStartedShell()
	const { shell, open, questions, person, settings, own } = app
	expect(await own.options.notifications.mayNotify()).toBe(true)
	expect(shell.state().mayNotify).toBe(true)

	await shell.act({ do: 'ride-along', text: friend.address })
	const { notifications } = await until(() => open().find(({ isOwn }) => !isOwn)).then(({ options }) => options)
	expect(shell.state().mayNotify).toBe(false)
	expect(questions).toEqual([])
	person.saysYes = false
	expect([await notifications.mayNotify(), await notifications.mayNotify()]).toEqual([false, false])
	expect(questions).toEqual([`May ${new URL(friend.address).host} honk?`])

	shell.choose('notifications')
	expect([notifications.isAllowed(), shell.state().mayNotify]).toEqual([true, true])
	expect(app.states.at(-1)?.mayNotify).toBe(true)
	shell.choose('notifications')
	expect([notifications.isAllowed(), settings.current().mayNotify]).toEqual([false, { [friend.address]: false }])
})

test('a language that is chosen holds from the next start on, at once if the person likes', async () => {
	await using app = aShell()
	const { shell, settings, person, questions, startsAgain } = app

	person.saysYes = false
	await shell.chooseLanguage('de')
	expect([settings.current().language, questions.length, startsAgain()]).toEqual(['de', 1, 0])

	person.saysYes = true
	await shell.chooseLanguage('uk')
	expect([settings.current().language, questions.length, startsAgain()]).toEqual(['uk', 2, 1])
})

test('choosing the language that the app speaks already asks nothing', async () => {
	await using app = aShell()

	for (const chosen of ['en', null]) await app.shell.chooseLanguage(chosen)

	expect(app.settings.current().language).toBeNull()
	expect([app.questions, app.startsAgain()]).toEqual([[], 0])
})
