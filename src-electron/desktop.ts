import type { ShellState } from './shell/bridge.ts'
import type { ShellPage } from './shell/shell-channels.ts'
import type { HttpResponse } from './web/limited-response.ts'

/*
 * The desktop as the shell needs it. src-electron/electron/ implements it with Electron.
 */

/** The window that shows the product: this computer's instance or a friend's. */
export type ProductWindow = {
	/** Address of the instance, with a trailing slash. */
	base: string
	isOwn: boolean
	/** Opens a path of the instance ('home') and brings the window to the front. */
	navigate(path: string): void
	show(): void
	/** Reloads a page that failed while the server was away; leaves a loaded page alone. */
	reloadIfFailed(): void
	isFocused(): boolean
	/** Requests `path` (below `base`) with this window's cookies. Read the response with `limitedResponse`. */
	ask(path: string, signal: AbortSignal): Promise<HttpResponse>
	/** Closes the window without asking the page. */
	destroy(): void
}

export type ProductWindowOptions = {
	base: string
	path: string
	partition: string
	/** The cookie that this computer's own server demands; null for a friend's. */
	secret: string | null
	/** True when the page failed to load, false when it is back. Electron itself would show an empty window. */
	onFailed(isFailed: boolean): void
	/** `isAllowed` decides without asking the user, `mayNotify` may ask. */
	notifications: { isAllowed(): boolean; mayNotify(): Promise<boolean> }
	onClose(): 'hide' | 'close'
	onClosed(): void
}

export type Desktop = {
	openProduct(options: ProductWindowOptions): Promise<ProductWindow>
	/** Opens one of the shell's own pages in its own window, or brings that window to the front. */
	showPage(page: ShellPage): void
	closePage(page: ShellPage): void
	/** Updates everything that shows the state: open pages, menu, tray. */
	showState(state: ShellState): void
	/** Sets the badge on the dock or taskbar; 0 removes it. */
	setBadge(count: number): void
	notify(words: { title: string; body: string }, onClick: () => void): void
	/** Shows a message box without blocking. True for yes; closing the box counts as no. */
	ask(question: { title: string; body: string; yes: string; no: string }): Promise<boolean>
	/** Shows a message box without blocking. */
	warn(words: { title: string; body: string }): void
	/** Opens a folder or text file in the system's default program. Resolves to the reason for a failure, or ''. */
	open(path: string): Promise<string>
	quit(): void
}
