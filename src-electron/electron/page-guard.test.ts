import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { guardPage, guardSession } from './page-guard.ts'

// Whether what was decided elsewhere (window/*.ts) is also asked, and by whom; of Electron only its types are here.

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

test('nothing is shown inside the page: no frame goes anywhere, no page within the page opens', () => {
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

test('whoever asks for a permission gets an answer from us: copying and notices for the instance, else nothing', () => {
	type Ask = (
		page: null,
		permission: string,
		answer: (may: boolean) => void,
		details: { requestingUrl: string },
	) => void
	type Check = (page: null, permission: string, origin: string) => boolean
	const asked: { request?: Ask; check?: Check } = {}
	guardSession(
		{
			setPermissionRequestHandler: (handler: Ask) => void Object.assign(asked, { request: handler }),
			setPermissionCheckHandler: (handler: Check) => void Object.assign(asked, { check: handler }),
			setSpellCheckerEnabled: () => {},
		} as unknown as Session,
		OWN,
	)
	const mayUse = (permission: string, page: string) => {
		const answers: (boolean | undefined)[] = []
		asked.request?.(null, permission, (may) => answers.push(may), { requestingUrl: page })
		return [...answers, asked.check?.(null, permission, new URL(page).origin)]
	}

	expect(mayUse('notifications', `${OWN}home`)).toEqual([true, true])
	expect(mayUse('clipboard-sanitized-write', `${OWN}home`)).toEqual([true, true])
	expect(mayUse('geolocation', `${OWN}home`)).toEqual([false, false])
	expect(mayUse('notifications', ELSEWHERE)).toEqual([false, false])
})
