import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { createDownloads } from '#desktop/window/page-rules.ts'
import { guardPage, guardSession } from './page-guard.ts'

// Checks that Electron's events consult the rules in window/*.ts. Only Electron's types are imported.

const OWN = 'http://127.0.0.1:7433/'
const ELSEWHERE = 'http://other.example/'

function aGuardedPage() {
	const events = new EventEmitter()
	const loaded: string[] = []
	const outside: string[] = []
	let open = (_details: { url: string }) => ({ action: 'allow' })
	const page = Object.assign(events, {
		setWindowOpenHandler: (handler: typeof open) => {
			open = handler
		},
		loadURL: async (url: string) => void loaded.push(url),
	})
	guardPage(page as unknown as WebContents, OWN, (url) => outside.push(url))
	const isAllowed = (event: string, details: object = {}) => {
		let isAllowed = true
		events.emit(event, {
			...details,
			preventDefault: () => {
				isAllowed = false
			},
		})
		return isAllowed
	}
	return { isAllowed, open: (url: string) => open({ url }), loaded, outside }
}

test('a page goes where its instance is, by itself or sent by its server, and nowhere else', () => {
	const { isAllowed, outside } = aGuardedPage()

	for (const event of ['will-navigate', 'will-redirect']) {
		expect(isAllowed(event, { url: `${OWN}home` })).toBe(true)
		expect(isAllowed(event, { url: ELSEWHERE })).toBe(false)
	}
	expect(outside).toEqual([])
})

test('what the system is for goes there by a link, but not because a server says so', () => {
	const { isAllowed, outside } = aGuardedPage()

	expect(isAllowed('will-redirect', { url: 'https://other.example/' })).toBe(false)
	expect(outside).toEqual([])
	expect(isAllowed('will-navigate', { url: 'https://other.example/' })).toBe(false)
	expect(outside).toEqual(['https://other.example/'])
})

test('nothing is shown inside the page: no frame goes anywhere, no page within the page opens [T30]', () => {
	const { isAllowed } = aGuardedPage()

	expect(isAllowed('will-frame-navigate', { url: `${OWN}home`, isMainFrame: false })).toBe(false)
	expect(isAllowed('will-frame-navigate', { url: `${OWN}home`, isMainFrame: true })).toBe(true)
	expect(isAllowed('will-attach-webview')).toBe(false)
})

test('no second window opens: what is of the instance opens in this one', () => {
	const { open, loaded, outside } = aGuardedPage()

	for (const url of [`${OWN}profile/7`, ELSEWHERE, 'sms:?body=hi', 'file:///etc/passwd'])
		expect(open(url)).toEqual({ action: 'deny' })
	expect(loaded).toEqual([`${OWN}profile/7`])
	expect(outside).toEqual(['sms:?body=hi'])
})

test('a page cannot keep its window from closing [T30]', () => {
	// Preventing this event overrides the page's attempt to stay open.
	expect(aGuardedPage().isAllowed('will-prevent-unload')).toBe(false)
})

type Ask = (page: null, permission: string, answer: (may: boolean) => void, details: { requestingUrl: string }) => void
type Check = (page: null, permission: string, origin: string) => boolean

/** A guarded session of an instance. `says` is the user's answer to permission questions. */
function aGuardedSession(options: { isShell?: true; isAllowed?: boolean; says?: boolean } = {}) {
	const { isShell, isAllowed = true, says = isAllowed } = options
	const asked: { request?: Ask; check?: Check } = {}
	const session = Object.assign(new EventEmitter(), {
		setPermissionRequestHandler: (handler: Ask) => void Object.assign(asked, { request: handler }),
		setPermissionCheckHandler: (handler: Check) => void Object.assign(asked, { check: handler }),
		setSpellCheckerEnabled: () => {},
	})
	const downloads = createDownloads()
	const notifications = { isAllowed: () => isAllowed, mayNotify: async () => says }
	const guard = () =>
		guardSession(session as unknown as Session, OWN, isShell ? undefined : { notifications, downloads })
	guard()
	return {
		guard,
		downloads,
		/** Results of a permission request and of a permission check. */
		mayUse: async (permission: string, page: string) => {
			const answered = new Promise<boolean>((answer) =>
				asked.request?.(null, permission, answer, { requestingUrl: page }),
			)
			return [await answered, asked.check?.(null, permission, new URL(page).origin)]
		},
		/** Null if the download was refused before it started. */
		download: ({ hasGesture = true } = {}) => {
			const item = Object.assign(new EventEmitter(), {
				hasUserGesture: () => hasGesture,
				cancel: () => item.emit('done'),
			})
			let isPrevented = false
			session.emit('will-download', { preventDefault: () => (isPrevented = true) }, item)
			return isPrevented ? null : item
		},
	}
}

test('a page that asks for a permission gets an answer from us: copying and notices for the instance, else nothing', async () => {
	const { mayUse } = aGuardedSession()

	expect(await mayUse('notifications', `${OWN}home`)).toEqual([true, true])
	expect(await mayUse('clipboard-sanitized-write', `${OWN}home`)).toEqual([true, true])
	expect(await mayUse('geolocation', `${OWN}home`)).toEqual([false, false])
	expect(await mayUse('notifications', ELSEWHERE)).toEqual([false, false])
})

test('where the passenger has not answered, a page that asks waits for them, and one that looks may not', async () => {
	const waiting = aGuardedSession({ isAllowed: false, says: true })
	const refused = aGuardedSession({ isAllowed: false })

	expect(await waiting.mayUse('notifications', `${OWN}home`)).toEqual([true, false])
	expect(await refused.mayUse('notifications', `${OWN}home`)).toEqual([false, false])
	expect(await refused.mayUse('clipboard-sanitized-write', `${OWN}home`)).toEqual([true, true])
	expect(await waiting.mayUse('notifications', ELSEWHERE)).toEqual([false, false])
})

test('a download follows a tap, and the next one waits for its end [T30]', () => {
	const { download, downloads } = aGuardedSession()
	expect(download({ hasGesture: false })).toBeNull()

	const first = download()
	expect(first).not.toBeNull()
	downloads.input('mouseDown')
	expect(download()).toBeNull()

	first?.emit('done')
	expect(download()).not.toBeNull()
})

test('a download that broke off stands in nobody’s way', () => {
	const { download, downloads } = aGuardedSession()
	const item = download()
	downloads.input('mouseDown')

	item?.emit('updated', {}, 'progressing')
	expect(download()).toBeNull()
	item?.emit('updated', {}, 'interrupted')
	expect(download()).not.toBeNull()
})

test('a window that shows the instance again asks once about each download', () => {
	const { guard, download } = aGuardedSession()
	guard()

	expect(download()).not.toBeNull()
})

test("the app's own pages download nothing and notify of nothing; they may copy", async () => {
	const { mayUse, download } = aGuardedSession({ isShell: true })

	expect(await mayUse('clipboard-sanitized-write', OWN)).toEqual([true, true])
	expect(await mayUse('notifications', OWN)).toEqual([false, false])
	expect(download()).toBeNull()
})
