import type { ShellState } from './shell/bridge.ts'
import type { ShellPage } from './shell/shell-channels.ts'
import type { HttpResponse } from './web/limited-response.ts'

/*
 * What the shell needs of the desktop it runs on. src-electron/electron/ implements it with Electron.
 */

/** The window with the product in it: this computer's instance or a friend's. */
export type ProductWindow = {
	/** Address of the instance it shows, with a slash at the end. */
	base: string
	/** Whether that is the one of this computer. */
	isOwn: boolean
	/** Opens a path of the instance ('home') and shows the window in front of others. */
	navigate(path: string): void
	/** In front of others. */
	show(): void
	/** Loads again what could not be loaded while the server was away; a page that is there is left alone. */
	reloadIfFailed(): void
	isFocused(): boolean
	/** Asks the instance with this window's cookies. `path` is below `base`. The answer is to be read by `limitedResponse`. */
	ask(path: string, signal: AbortSignal): Promise<HttpResponse>
	/** Closes it for good, without asking. */
	destroy(): void
}

export type ProductWindowOptions = {
	base: string
	path: string
	partition: string
	/** The cookie that this computer's own server demands; null for a friend's. */
	secret: string | null
	/** Its page could not be loaded (true), or is there again (false). Electron itself would show nothing at all. */
	onFailed(isFailed: boolean): void
	/** Whether its pages may notify, without a question and with one. */
	notifications: { isAllowed(): boolean; mayNotify(): Promise<boolean> }
	/** What closing the window means. */
	onClose(): 'hide' | 'close'
	/** It is gone. */
	onClosed(): void
}

export type Desktop = {
	openProduct(options: ProductWindowOptions): Promise<ProductWindow>
	/** Opens one of the shell's own pages in a window of its own, or shows that in front of others. */
	showPage(page: ShellPage): void
	closePage(page: ShellPage): void
	/** In everything that shows it: open pages, menu, tray. */
	showState(state: ShellState): void
	/** On the dock or taskbar; 0 takes it away. */
	setBadge(count: number): void
	notify(words: { title: string; body: string }, onClick: () => void): void
	/** In a message box, while everything else goes on. Answers whether it is a yes; closing the box is a no. */
	ask(question: { title: string; body: string; yes: string; no: string }): Promise<boolean>
	/** In a message box, while everything else goes on. */
	warn(words: { title: string; body: string }): void
	/** Shows a folder or a text with whatever the system has for it. Answers why it could not, or ''. */
	open(path: string): Promise<string>
	quit(): void
}
