import type { Page } from '@playwright/test'

/** A window as the app knows it; its content is a Page. */
export type WindowState = {
	id: number
	url: string
	isVisible: boolean
	isFocused: boolean
	bounds: Bounds
	preferences: Record<string, unknown>
}

export type Bounds = { x: number; y: number; width: number; height: number }

export type Recorded = { call: string; args: unknown[] }

/** The running desktop app, under the fake Electron (under-double.ts) or the real one (under-electron.ts). */
export type DesktopApp = {
	pid: number
	userData: string
	pages(): Page[]
	windows(): Promise<WindowState[]>
	close(window: WindowState): Promise<void>
	minimize(window: WindowState): Promise<void>
	place(window: WindowState, bounds: Bounds): Promise<void>
	chooseMenu(id: string): Promise<void>
	clickNotification(): Promise<void>
	/** Index of the button that the next message box returns. */
	willChoose(button: number): Promise<void>
	hasTray(): Promise<boolean>
	/** Recorded system calls by name: 'shell.openExternal'. */
	recorded(call: string): Promise<unknown[][]>
	/** Cookies of the window's partition only. */
	cookies(window: WindowState): Promise<{ name: string; value: string }[]>
	/** Opens a link with an event, as macOS does. */
	openUrl(url: string): Promise<void>
	startAgain(args?: string[]): Promise<void>
	/** Quits as in a system shutdown, which the app may delay. */
	quit(): Promise<void>
	/** SIGKILL. */
	kill(): Promise<void>
	ended: Promise<unknown>
	log(): string
}

export type DesktopStart = { userData: string; args?: string[] }

/** Under the fake, the shell's own pages have another URL in the browser. */
export const addressOf = (page: Page) =>
	page.url().replace(/^https:\/\/page\.backseat-shell\.test\//, 'backseat-shell://page/')
