import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { isIosBrowser } from '#ui/platform/home-screen.ts'
import { installPrompt, keepInstallPrompt } from '#ui/platform/install-prompt.ts'
import { InstallLine } from './install-line.tsx'
import { countVisit, isInstallOffered } from './install-offer.memory.ts'

const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'
const IPHONE_IN_CHAT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

let userAgent = ANDROID
keepInstallPrompt()
beforeEach(() => {
	userAgent = ANDROID
	Object.defineProperty(navigator, 'userAgent', { configurable: true, get: () => userAgent })
})
afterEach(() => {
	act(() => void installPrompt.use())
})

const user = userEvent.setup()
const answered = mock()
beforeEach(() => void answered.mockClear())
const line = () => screen.queryByRole('region', { name: 'Install Backseat' })
const button = (name: string) => screen.getByRole('button', { name })

/** Visits home in this many new tabs; returns whether the next visit offers the installation. */
function visit(times: number): boolean {
	for (let visit = 1; visit <= times; visit++) {
		sessionStorage.clear()
		countVisit()
	}
	return isInstallOffered()
}
const show = () => render(<InstallLine onAnswered={answered} />)

/** Fires Chromium's install prompt event. */
function offerPrompt() {
	const prompt = mock(async () => undefined)
	const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
	act(() => void window.dispatchEvent(event))
	return { prompt, event }
}

test('from the third visit on people may install the app, and are not asked by the browser itself [spec 8.19]', async () => {
	const { prompt, event } = offerPrompt()
	expect(event.defaultPrevented).toBe(true)
	expect(visit(2)).toBe(false)
	expect(visit(1)).toBe(true)
	show()

	await user.click(button('Install Backseat One tap gets you in, in a tunnel too.'))

	expect(prompt).toHaveBeenCalledTimes(1)
	expect(answered).toHaveBeenCalledTimes(1)
	expect(visit(2)).toBe(false)
})

test('one visit is one, however often home is opened in it', () => {
	offerPrompt()
	visit(1)
	for (let opened = 0; opened < 5; opened++) countVisit()

	expect(isInstallOffered()).toBe(false)
	expect(localStorage.getItem('visits')).toBe('1')
})

test('who says no is not asked again', async () => {
	offerPrompt()
	visit(3)
	show()

	await user.click(button('No, thanks'))

	expect(answered).toHaveBeenCalledTimes(1)
	expect(visit(3)).toBe(false)
})

test('a browser that offers it late shows the line then; one that offers nothing shows none', () => {
	expect(visit(3)).toBe(false)
	show()
	expect(line()).toBeNull()

	offerPrompt()

	expect(line()).not.toBeNull()
	expect(isInstallOffered()).toBe(true)
	act(() => void window.dispatchEvent(new Event('appinstalled')))
	expect(line()).toBeNull()
})

test('on an iPhone, which has no button for it, people read where to tap', () => {
	userAgent = IPHONE
	expect(visit(3)).toBe(true)
	show()

	expect(line()?.textContent).toContain('Tap Share, then Add to Home Screen.')
	expect(screen.getAllByRole('button')).toEqual([button('No, thanks')])
})

test.each([
	[IPHONE, 5, true],
	[IPHONE_IN_CHAT, 5, false],
	[MAC, 5, true],
	[MAC, 0, false],
	[ANDROID, 5, false],
])('%s with %d fingers: Share has Add to Home Screen is %p', (userAgent, maxTouchPoints, isIos) => {
	expect(isIosBrowser({ userAgent, maxTouchPoints })).toBe(isIos)
})

test('the installed app does not offer itself', () => {
	offerPrompt()
	spyOn(window, 'matchMedia').mockImplementation(
		(query) => ({ matches: query === '(display-mode: standalone)' }) as MediaQueryList,
	)

	expect(visit(3)).toBe(false)
})

test('a browser that keeps nothing is offered nothing', () => {
	offerPrompt()
	const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? {}
	const refuse = () => {
		throw new DOMException('Access is denied for this document.', 'SecurityError')
	}
	Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse })

	const isOffered = visit(4)

	Object.defineProperty(globalThis, 'localStorage', storage)
	expect(isOffered).toBe(false)
})
