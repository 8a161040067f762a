import type { Session, WebContents } from 'electron'
import { decideNavigation, mayRedirect } from '#desktop/window/navigation-policy.ts'
import { mayUse } from '#desktop/window/permissions.ts'

/** Holds a window at `base`: links elsewhere go to the system or nowhere, and no second window opens. */
export function guardPage(page: WebContents, base: string, openOutside: (url: string) => unknown) {
	const follow = (url: string) => {
		const decision = decideNavigation(url, base)
		if (decision.kind === 'outside') openOutside(decision.url)
		return decision.kind
	}
	page.on('will-navigate', (event) => {
		if (follow(event.url) !== 'stay') event.preventDefault()
	})
	// The product has no frames, so none has a reason to go anywhere.
	page.on('will-frame-navigate', (event) => {
		if (!event.isMainFrame) event.preventDefault()
	})
	page.on('will-redirect', (event) => {
		if (!mayRedirect(event.url, base)) event.preventDefault()
	})
	page.on('will-attach-webview', (event) => event.preventDefault())
	page.setWindowOpenHandler(({ url }) => {
		// A link of our own that asks for a new window opens in this one.
		// 'did-fail-load' reports whether it can be loaded.
		if (follow(url) === 'stay') page.loadURL(url).catch(() => {})
		return { action: 'deny' }
	})
}

/** Everything a page could ask the system for is refused, but for copying and notifications of its own instance. */
export function guardSession(session: Session, base: string) {
	session.setPermissionRequestHandler((_page, permission, answer, { requestingUrl }) =>
		answer(mayUse(permission, requestingUrl, base)),
	)
	session.setPermissionCheckHandler((_page, permission, origin) => mayUse(permission, origin, base))
	// Its dictionaries would come from a third party.
	session.setSpellCheckerEnabled(false)
}
