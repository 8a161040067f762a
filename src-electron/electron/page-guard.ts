import type { Session, WebContents } from 'electron'
import type { ProductWindowOptions } from '#desktop/desktop.ts'
import { type Downloads, decideNavigation, mayRedirect, mayUse } from '#desktop/window/page-rules.ts'

/** Links that leave `base` open in the system browser or nowhere, and no second window opens. */
export function guardPage(page: WebContents, base: string, openOutside: (url: string) => unknown) {
	const follow = (url: string) => {
		const decision = decideNavigation(url, base)
		if (decision.kind === 'outside') openOutside(decision.url)
		return decision.kind
	}
	page.on('will-navigate', (event) => {
		if (follow(event.url) !== 'stay') event.preventDefault()
	})
	// The product has no frames, so none has a reason to navigate.
	page.on('will-frame-navigate', (event) => {
		if (!event.isMainFrame) event.preventDefault()
	})
	page.on('will-redirect', (event) => {
		if (!mayRedirect(event.url, base)) event.preventDefault()
	})
	page.on('will-attach-webview', (event) => event.preventDefault())
	// Otherwise a page could keep its window open, and Electron would not even ask.
	page.on('will-prevent-unload', (event) => event.preventDefault())
	page.setWindowOpenHandler(({ url }) => {
		// A link within the instance that requests a new window opens in this one. 'did-fail-load' reports a failure.
		if (follow(url) === 'stay') page.loadURL(url).catch(() => {})
		return { action: 'deny' }
	})
}

type Allowed = { notifications: ProductWindowOptions['notifications']; downloads: Downloads }

/** Denies every permission except copying and the `allowed` ones of the page's own instance. */
export function guardSession(session: Session, base: string, allowed?: Allowed) {
	session.setPermissionRequestHandler((_page, permission, answer, { requestingUrl }) => {
		if (!mayUse(permission, requestingUrl, base)) return answer(false)
		if (permission !== 'notifications') return answer(true)
		if (!allowed) return answer(false)
		void allowed.notifications.mayNotify().then(answer)
	})
	session.setPermissionCheckHandler((_page, permission, origin) => {
		if (!mayUse(permission, origin, base)) return false
		return permission !== 'notifications' || (allowed?.notifications.isAllowed() ?? false)
	})
	// An earlier window of this session has left its listeners.
	session.removeAllListeners('will-download')
	session.on('will-download', (event, item) => {
		if (!allowed?.downloads.begin(item.hasUserGesture())) return event.preventDefault()
		item.on('updated', (_event, state) => {
			// The UI cannot resume it, and it would block other downloads.
			if (state === 'interrupted') item.cancel()
		})
		item.once('done', allowed.downloads.ended)
	})
	// Chromium downloads the dictionaries from a third party.
	session.setSpellCheckerEnabled(false)
}
