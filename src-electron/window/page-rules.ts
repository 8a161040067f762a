/** What to do with an address a page wants to go to. `url` is what may be handed to the system, and nothing else. */
export type NavigationDecision = { kind: 'stay' } | { kind: 'outside'; url: string } | { kind: 'deny' }

const OUTSIDE = new Set(['https:', 'sms:', 'whatsapp:'])
/** What Windows opens. */
const LONGEST_OUTSIDE = 2081
/** What a program that is started with an address could take for the end of it. */
const UNSAFE_OUTSIDE = /[^!-~]|["<>\\]/

/** `base`: address of the instance the window shows. What stays is of its origin and under its path. */
export function decideNavigation(url: string, base: string): NavigationDecision {
	const target = URL.parse(url)
	const home = URL.parse(base)
	if (!target || !home || target.username || target.password) return { kind: 'deny' }
	if (isSameOrigin(target, home)) return { kind: isUnder(target, home) ? 'stay' : 'deny' }
	const { href, protocol } = target
	const isFit = OUTSIDE.has(protocol) && href.length <= LONGEST_OUTSIDE && !UNSAFE_OUTSIDE.test(href)
	return isFit ? { kind: 'outside', url: href } : { kind: 'deny' }
}

/** A server may send the window on within its instance, never away from it. */
export function mayRedirect(url: string, base: string): boolean {
	return decideNavigation(url, base).kind === 'stay'
}

/**
 * Not by `origin`: that is 'null' for a scheme of our own, and a `blob:` has the origin of its maker,
 * while as a page it is none of the instance's.
 */
function isSameOrigin(one: URL, other: URL): boolean {
	return one.protocol === other.protocol && one.host === other.host && one.host !== ''
}

function isUnder({ pathname }: URL, home: URL): boolean {
	const folder = home.pathname.replace(/\/?$/, '/')
	// An encoded slash is not a separator for us but may be one for a proxy, with '..' behind it.
	return `${pathname}/`.startsWith(folder) && !/%(?:2f|5c)/i.test(pathname)
}

/** Copying a link, and notifying of a rating. */
const ALLOWED = new Set(['clipboard-sanitized-write', 'notifications'])

/** Whether a page may do what Electron calls `permission`. `requestingUrl` may be a bare origin. */
export function mayUse(permission: string, requestingUrl: string, base: string): boolean {
	const page = URL.parse(requestingUrl)
	const home = URL.parse(base)
	return ALLOWED.has(permission) && page !== null && home !== null && isSameOrigin(page, home)
}

const PAUSE_MS = 1_000

/**
 * Hands an address to the system (`open`), at most one a second, so that no page can flood the desktop with windows.
 * What comes too soon is dropped. Answers whether it went. `now` is in milliseconds, on a clock that never jumps.
 */
export function createOutsideOpener({
	open,
	now = () => performance.now(),
}: {
	open: (url: string) => Promise<void>
	now?: () => number
}) {
	let lastAt = Number.NEGATIVE_INFINITY
	return (url: string): boolean => {
		if (now() - lastAt < PAUSE_MS) return false
		lastAt = now()
		// No program for it on this computer: the system has said so itself.
		open(url).catch(() => {})
		return true
	}
}

/** How long Chromium attributes what a page does to the last user gesture. */
const TAP_LASTS_MS = 5000

/** What a tap, a click or a key begins with, as Electron calls it. */
const TAPS = new Set(['mouseDown', 'touchStart', 'rawKeyDown', 'keyDown'])

export type Downloads = ReturnType<typeof createDownloads>

/** Allows one download per user gesture, and one at a time: a page starts none by itself. */
export function createDownloads(now = () => performance.now()) {
	let isUnderWay = false
	let begunAt = Number.NEGATIVE_INFINITY
	let isTapped = false

	return {
		/** Something came from mouse, screen or keyboard; `type` is Electron's. */
		input(type: string) {
			if (TAPS.has(type)) isTapped = true
		},
		/** Whether one may begin. If so, it is under way until `ended`. */
		begin(hasGesture: boolean): boolean {
			// The gesture alone may be that of the download before.
			const isNewTap = isTapped || now() - begunAt >= TAP_LASTS_MS
			if (!hasGesture || isUnderWay || !isNewTap) return false
			isUnderWay = true
			isTapped = false
			begunAt = now()
			return true
		},
		ended() {
			isUnderWay = false
		},
	}
}
