import { isSameOrigin } from './navigation-policy.ts'

/** Copying a link, and notifying of a rating. */
const ALLOWED = new Set(['clipboard-sanitized-write', 'notifications'])

/** Whether a page may do what Electron calls `permission`. `requestingUrl` may be a bare origin. */
export function mayUse(permission: string, requestingUrl: string, base: string): boolean {
	const page = URL.parse(requestingUrl)
	const home = URL.parse(base)
	return ALLOWED.has(permission) && page !== null && home !== null && isSameOrigin(page, home)
}
