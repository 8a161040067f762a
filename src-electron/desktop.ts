import type { ShellState } from './shell/bridge.ts'
import type { ShellPage } from './shell/shell-channels.ts'
import type { HttpResponse } from './web/limited-response.ts'

/* The operating system's desktop as the shell uses it. src-electron/electron/ implements it with Electron. */

export type ProductWindow = {
	base: string
	isOwn: boolean
	navigate(path: string): void
	show(): void
	/** Does nothing to a page that has loaded. */
	reloadIfFailed(): void
	isFocused(): boolean
	/** Requests `path` (below `base`) with this window's cookies. Read the response with `limitedResponse`. */
	ask(path: string, signal: AbortSignal): Promise<HttpResponse>
	destroy(): void
}

export type ProductWindowOptions = {
	base: string
	path: string
	partition: string
	/** The cookie that this computer's own server demands; null for a friend's. */
	secret: string | null
	/**
	 * Called with true when the page failed to load and with false when it is back. Electron alone would show an
	 * empty window.
	 */
	onFailed(isFailed: boolean): void
	/** `isAllowed` decides without asking the user; `mayNotify` may ask. */
	notifications: { isAllowed(): boolean; mayNotify(): Promise<boolean> }
	onClose(): 'hide' | 'close'
	onClosed(): void
}

export type Desktop = {
	openProduct(options: ProductWindowOptions): Promise<ProductWindow>
	showPage(page: ShellPage): void
	closePage(page: ShellPage): void
	showState(state: ShellState): void
	setBadge(count: number): void
	notify(words: { title: string; body: string }, onClick: () => void): void
	/** Resolves to true for yes; closing the box counts as no. Does not block. */
	ask(question: { title: string; body: string; yes: string; no: string }): Promise<boolean>
	warn(words: { title: string; body: string }): void
	/** Resolves to the reason for a failure, or ''. */
	open(path: string): Promise<string>
	/** Quits and starts again, without a link that this start may have come with. */
	startAgain(): void
	quit(): void
}
