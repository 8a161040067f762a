import type { Session, WebContents } from 'electron'
import type { ProductWindowOptions } from '#desktop/desktop.ts'
import { type Downloads, decideNavigation, mayRedirect, mayUse } from '#desktop/window/page-rules.ts'

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
	// Else a page could keep its window open, and Electron would not even ask.
	page.on('will-prevent-unload', (event) => event.preventDefault())
	page.setWindowOpenHandler(({ url }) => {
		// A link of our own that asks for a new window opens in this one.
		// 'did-fail-load' reports whether it can be loaded.
		if (follow(url) === 'stay') page.loadURL(url).catch(() => {})
		return { action: 'deny' }
	})
}

/** What a page may do beyond showing itself. Without it, nothing but copying. */
type Allowed = { notifications: ProductWindowOptions['notifications']; downloads: Downloads }

/** Everything a page could ask the system for is refused, but for copying, and what `allowed` has of its own instance. */
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
	// A window that showed this instance before had listeners of its own.
	session.removeAllListeners('will-download')
	session.on('will-download', (event, item) => {
		if (!allowed?.downloads.begin(item.hasUserGesture())) return event.preventDefault()
		item.on('updated', (_event, state) => {
			// Nobody could resume it, and nothing else could be downloaded.
			if (state === 'interrupted') item.cancel()
		})
		item.once('done', allowed.downloads.ended)
	})
	// Its dictionaries would come from a third party.
	session.setSpellCheckerEnabled(false)
}
