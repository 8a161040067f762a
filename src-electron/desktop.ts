import type { ShellState } from './shell/shell-calls.ts'
import type { ShellPage } from './shell/shell-channels.ts'
import type { WebAnswer } from './web/short-answer.ts'

/*
 * What the shell needs of the desktop it runs on. src-electron/electron/ makes it of Electron; nothing else knows how.
 */

/** The window with the product in it: this computer's instance or a friend's. */
export type ProductWindow = {
	/** Address of the instance it shows, with a slash at the end. */
	base: string
	/** Opens a path of the instance ('home') and brings the window to the front. */
	go(path: string): void
	/** Brings the window to the front. */
	show(): void
	/** Loads again what could not be loaded while the server was away; a page that is there is left alone. */
	mend(): void
	isFocused(): boolean
	/** Asks the instance with this window's cookies. `path` is below `base`. The answer is to be read by `shortAnswer`. */
	ask(path: string, signal: AbortSignal): Promise<WebAnswer>
	/** Closes it for good, without asking. */
	destroy(): void
}

export type ProductWindowWish = {
	base: string
	path: string
	partition: string
	/** What this computer's own server wants to see in a cookie; null for a friend's. */
	secret: string | null
	/** Its page could not be loaded (true), or is there again (false). Electron itself would show nothing at all. */
	onFailed(isFailed: boolean): void
	/** What closing the window means. */
	onClose(): 'hide' | 'close'
	/** It is gone. */
	onClosed(): void
}

export type Desktop = {
	openProduct(wish: ProductWindowWish): Promise<ProductWindow>
	/** Opens one of the shell's own pages in a window of its own, or brings it to the front. */
	showPage(page: ShellPage): void
	closePage(page: ShellPage): void
	/** To everything that shows the state: open pages, menu, tray. */
	tell(state: ShellState): void
	/** On the dock or taskbar; 0 takes it away. */
	setBadge(count: number): void
	notify(words: { title: string; body: string }, onClick: () => void): void
	/** Says something beside everything else that goes on. */
	warn(words: { title: string; body: string }): void
	/** Shows a folder or a text with whatever the system has for it. Answers why it could not, or ''. */
	open(path: string): Promise<string>
	quit(): void
}
