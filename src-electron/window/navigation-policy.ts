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
 * Not by `origin`: that is 'null' for a scheme of our own, and a `blob:` has the origin of whoever made it,
 * while as a page it is none of the instance's.
 */
export function isSameOrigin(one: URL, other: URL): boolean {
	return one.protocol === other.protocol && one.host === other.host && one.host !== ''
}

function isUnder({ pathname }: URL, home: URL): boolean {
	const folder = home.pathname.replace(/\/?$/, '/')
	// An encoded slash is not a separator for us but may be one for a proxy, with '..' behind it.
	return `${pathname}/`.startsWith(folder) && !/%(?:2f|5c)/i.test(pathname)
}
