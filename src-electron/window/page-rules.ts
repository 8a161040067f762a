/** Only this `url` may be passed to the system. */
export type NavigationDecision = { kind: 'stay' } | { kind: 'outside'; url: string } | { kind: 'deny' }

const OUTSIDE = new Set(['https:', 'sms:', 'whatsapp:'])
/** Longest URL that the Windows shell opens. */
const LONGEST_OUTSIDE = 2081
/** Characters that a program could take for the end of an address argument. */
const UNSAFE_OUTSIDE = /[^!-~]|["<>\\]/

/** `base` is the instance's address. A URL stays if it has the same origin and is below that path. */
export function decideNavigation(url: string, base: string): NavigationDecision {
	const target = URL.parse(url)
	const home = URL.parse(base)
	if (!target || !home || target.username || target.password) return { kind: 'deny' }
	if (isSameOrigin(target, home)) return { kind: isUnder(target, home) ? 'stay' : 'deny' }
	const { href, protocol } = target
	const isFit = OUTSIDE.has(protocol) && href.length <= LONGEST_OUTSIDE && !UNSAFE_OUTSIDE.test(href)
	return isFit ? { kind: 'outside', url: href } : { kind: 'deny' }
}

/** A server may redirect the window within its instance, never away from it. */
export function mayRedirect(url: string, base: string): boolean {
	return decideNavigation(url, base).kind === 'stay'
}

/**
 * Does not compare `origin`: it is 'null' for custom schemes, and a `blob:` URL has its creator's origin
 * but is not a page of the instance.
 */
function isSameOrigin(one: URL, other: URL): boolean {
	return one.protocol === other.protocol && one.host === other.host && one.host !== ''
}

function isUnder({ pathname }: URL, home: URL): boolean {
	const folder = home.pathname.replace(/\/?$/, '/')
	// An encoded slash is no separator here but may be one for a proxy, with '..' behind it.
	return `${pathname}/`.startsWith(folder) && !/%(?:2f|5c)/i.test(pathname)
}

const ALLOWED = new Set(['clipboard-sanitized-write', 'notifications'])

/** `permission` is Electron's name. `requestingUrl` may be a bare origin. */
export function mayUse(permission: string, requestingUrl: string, base: string): boolean {
	const page = URL.parse(requestingUrl)
	const home = URL.parse(base)
	return ALLOWED.has(permission) && page !== null && home !== null && isSameOrigin(page, home)
}

const PAUSE_MS = 1_000

/**
 * Opens an address in the system (`open`), at most one a second, so that a page cannot flood the desktop with windows; drops
 * calls that come too soon. Returns true if it was opened. `now` is monotonic, in milliseconds.
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
		// The system itself reports that no program opens it.
		open(url).catch(() => {})
		return true
	}
}

/** Chromium's user activation lasts this long after a gesture. */
const TAP_LASTS_MS = 5000

/** Electron's first event of a tap, click or key press. */
const TAPS = new Set(['mouseDown', 'touchStart', 'rawKeyDown', 'keyDown'])

export type Downloads = ReturnType<typeof createDownloads>

/** One per user gesture and one at a time, so that a page starts none by itself. */
export function createDownloads(now = () => performance.now()) {
	let isUnderWay = false
	let begunAt = Number.NEGATIVE_INFINITY
	let isTapped = false

	return {
		input(type: string) {
			if (TAPS.has(type)) isTapped = true
		},
		begin(hasGesture: boolean): boolean {
			// The gesture may be the one that started the previous download.
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
