import { expect, setDefaultTimeout, test } from 'bun:test'
import { aFriend, aShell, aStartedShell, until } from '#desktop/testing/shell-at-work.ts'

setDefaultTimeout(60_000)

test.concurrent('a person who joins a friend sees the friend’s instance, in a partition of its own, and finds it again next time', async () => {
	await using friend = await aFriend()
	await using app = await aStartedShell()
	const { shell, open, folder } = app

	expect(await shell.act({ do: 'ride-along', text: friend.address })).toEqual({ ok: true })

	expect(open().map(({ options }) => options)).toMatchObject([{ base: friend.address, secret: null }])
	expect(open()[0]?.options.partition).not.toBe('persist:this-computer')
	await shell.end()

	await using again = aShell(folder)
	again.shell.start(null)
	await until(() => again.open()[0])
	expect(again.open().map(({ base }) => base)).toEqual([friend.address])
	// A window for the friend's instance alone does not start the own server.
	expect(again.shell.state().server.kind).toBe('stopped')

	await again.shell.act({ do: 'ride-here' })
	await until(() => again.open()[0]?.options.partition === 'persist:this-computer')
})

test.concurrent('behind the wheel is a page of this computer’s own instance, from a friend’s car too', async () => {
	await using friend = await aFriend()
	await using app = await aStartedShell()
	const { shell, open, settings, own } = app

	shell.choose('behind-the-wheel')
	await until(() => own.visited.at(-1) === `${own.base}host`)

	await shell.act({ do: 'ride-along', text: friend.address })
	expect(await shell.act({ do: 'behind-the-wheel' })).toEqual({ ok: true })
	const [again] = open()
	expect(again?.options).toMatchObject({ base: own.base, secret: app.secret })
	expect(again?.visited.at(-1)).toBe(`${own.base}host`)
	expect(settings.current().friend).toBeNull()
})

test.concurrent('an address where no Backseat answers changes nothing and says so', async () => {
	await using app = await aStartedShell()
	const { shell, open, settings, own } = app

	const outcome = await shell.act({ do: 'ride-along', text: 'http://127.0.0.1:9/' })

	expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(/.{10,}/) })
	expect(open()).toEqual([own])
	expect(settings.current().friend).toBeNull()
})

test.concurrent('a claim link waits for a yes, and its page learns the server but not the token', async () => {
	await using friend = await aFriend()
	await using app = aShell()
	const { shell, pages, states, open } = app
	const token = 'abcdefghijklmnopqrstuvwxyz012345'
	shell.start(`backseat://claim/${token}?server=${encodeURIComponent(friend.address)}`)
	const own = await until(() => open()[0])

	expect(pages.has('claim-link')).toBe(true)
	expect(shell.state().claim).toEqual({ server: friend.address, isEncrypted: false })
	expect(JSON.stringify(states)).not.toContain(token)
	expect(open()).toEqual([own])

	expect(await shell.act({ do: 'confirm-claim', server: friend.address })).toEqual({ ok: true })
	expect(open().map(({ visited }) => visited)).toEqual([[`${friend.address}claim/${token}`]])
	expect(shell.state().claim).toBeNull()
	expect(pages.has('claim-link')).toBe(false)
})

test.concurrent('a claim link to this very computer opens in its own window', async () => {
	await using app = await aStartedShell()
	const { shell, open, secret, own } = app
	const check = fetch(`${own.base}api/instance`, { headers: { cookie: `backseat_desktop=${secret}` } })
	expect((await check).status).toBe(200)

	shell.openLink(`backseat://claim/abcdefghij?server=${encodeURIComponent(own.base)}`)
	expect(await shell.act({ do: 'confirm-claim', server: own.base })).toEqual({ ok: true })

	expect(open()).toEqual([own])
	expect(own.visited.at(-1)).toBe(`${own.base}claim/abcdefghij`)
})

test.concurrent('a yes to one server does not count for another, whose link came in just before the click', async () => {
	await using app = await aStartedShell()
	const { shell, own } = app
	shell.openLink('backseat://claim/abcdefghij?server=https%3A%2F%2Frides.example%2F')
	shell.openLink(`backseat://claim/abcdefghij?server=${encodeURIComponent(own.base)}`)

	const outcome = await shell.act({ do: 'confirm-claim', server: 'https://rides.example/' })

	expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('Another link') })
	expect(own.visited).toHaveLength(1)
})

test.concurrent('a link that is not one of ours opens nothing but an explanation', async () => {
	await using app = await aStartedShell()
	const { shell, pages, open, own } = app

	shell.openLink('backseat://claim/../../etc/passwd?server=file:///etc')

	expect(shell.state().claim).toBeNull()
	expect(pages.has('claim-link')).toBe(true)
	expect(await shell.act({ do: 'confirm-claim', server: '' })).toMatchObject({ ok: false })
	expect(open()).toEqual([own])
})

test.concurrent('a friend who does not answer gets a page that says so, with a way home', async () => {
	await using friend = await aFriend()
	await using app = await aStartedShell()
	const { shell, pages, open } = app
	await shell.act({ do: 'ride-along', text: friend.address })
	const [window] = open()

	window?.options.onFailed(true)
	expect(pages.has('away')).toBe(true)
	expect(shell.state().isAway).toBe(true)
	await shell.act({ do: 'try-again' })
	expect(window?.reloads).toBe(1)

	window?.options.onFailed(false)
	expect(pages.has('away')).toBe(false)
})
