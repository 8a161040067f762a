import { expect, test } from 'bun:test'
import { recordedDesktop } from '#desktop/testing/recorded-desktop.ts'
import { createProductView, type Destination, partitionOf } from './product-view.ts'

const friendAt = (address: string) => partitionOf({ kind: 'friend', address })

test('this computer has its own cookies, kept over restarts', () => {
	expect(partitionOf({ kind: 'this-computer' })).toBe('persist:this-computer')
})

test('a friend stays signed in: the name for an address never changes', () => {
	// SHA-256 of the address. If it changes, all members are signed out.
	expect(friendAt('https://rides.example/')).toBe('persist:friend-f66ab002376fe1d3f8734300e1a14115')
})

test('no two instances share cookies, not even on one host', () => {
	const addresses = ['https://rides.example/', 'http://rides.example/', 'https://rides.example/rides/']
	const others = ['https://rides.example:8443/', 'https://rides.example/Rides/', 'http://192.168.1.5:7433/']
	const names = [...addresses, ...others].map(friendAt)
	expect(new Set(names).size).toBe(names.length)
	for (const name of names) expect(name).toMatch(/^persist:friend-[0-9a-f]{32}$/)
})

const own: Destination = { base: 'http://127.0.0.1:7433/', partition: 'persist:this-computer', secret: 'key' }
const friend: Destination = { base: 'https://rides.example/', partition: 'persist:friend-1', secret: null }

function viewOf(start: Destination | null) {
	let destination = start
	const recorded = recordedDesktop()
	const failures: boolean[] = []
	const view = createProductView({
		openProduct: recorded.desktop.openProduct,
		notifications: { isAllowed: ({ isOwn }) => isOwn, mayNotify: async ({ base }) => base === friend.base },
		destination: () => destination,
		onFailed: (isFailed) => void failures.push(isFailed),
		onClose: () => 'close',
		onChange: () => {},
	})
	const set = (next: Destination | null) => {
		destination = next
	}
	return { ...recorded, view, failures, set }
}

test('nothing opens before there is a server to show', async () => {
	const { view, windows, set } = viewOf(null)
	await view.update()
	expect(windows).toEqual([])

	set(own)
	await view.update()

	expect(windows.map(({ base }) => base)).toEqual([own.base])
})

test('a server that comes back at the same address keeps its window, and what was typed in it', async () => {
	const { view, windows } = viewOf(own)
	await view.update()
	await view.update()

	expect(windows).toHaveLength(1)
	expect(windows[0]?.reloads).toBe(1)
})

test('a person who changes cars twice in a hurry ends up in one window, the last one they chose', async () => {
	const { view, open, set } = viewOf(own)
	const first = view.update()
	set(friend)
	const second = view.update()
	set(own)
	const third = view.open('profile/7')
	await Promise.all([first, second, third])

	expect(open().map(({ base }) => base)).toEqual([own.base])
})

test('the pages of a window may notify as far as its own instance may, also while another one is shown', async () => {
	const { view, windows, set } = viewOf(own)
	await view.update()
	set(friend)
	await view.update()

	const may = windows.map(async ({ options }) => [
		options.notifications.isAllowed(),
		await options.notifications.mayNotify(),
	])
	expect(await Promise.all(may)).toEqual([
		[true, false],
		[false, true],
	])
})

test('a path asked for before there is a window is where the window opens', async () => {
	const { view, windows, set } = viewOf(null)
	await view.open('claim/abcdefghij')
	set(friend)
	await view.update()

	expect(windows.map(({ visited }) => visited)).toEqual([['https://rides.example/claim/abcdefghij']])
})

test('a window that was closed stays closed until the user asks for it', async () => {
	const { view, windows, open } = viewOf(own)
	await view.update()
	const [window] = windows
	if (window) window.isGone = true
	window?.options.onClosed()

	await view.update()
	expect(open()).toEqual([])

	await view.show()
	expect(open()).toHaveLength(1)
})

test('a page that fails in a window that is being closed is ignored', async () => {
	const { view, windows, failures, set } = viewOf(friend)
	await view.update()
	set(own)
	await view.update()

	windows[0]?.options.onFailed(true)
	expect(failures).toEqual([])

	windows[1]?.options.onFailed(true)
	expect(failures).toEqual([true])
})

test('after the end no window opens any more', async () => {
	const { view, open } = viewOf(own)
	const opening = view.update()
	view.end()
	await opening
	await view.open('home')

	expect(open()).toEqual([])
})
