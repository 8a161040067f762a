import type { Page } from '@playwright/test'

/** A window as the desktop app knows it; what is in it is a Page. */
export type WindowState = {
	id: number
	/** 'http://localhost:7433/home' or 'backseat-shell://page/trouble'. */
	url: string
	isVisible: boolean
	isFocused: boolean
	bounds: Bounds
	/** What it was opened with: `webPreferences`. */
	preferences: Record<string, unknown>
}

export type Bounds = { x: number; y: number; width: number; height: number }

export type Recorded = { call: string; args: unknown[] }

/** The desktop app as it runs, under the double of Electron (desktop-double.ts) or the real one (desktop-electron.ts). */
export type DesktopApp = {
	pid: number
	userData: string
	/** Everything that is open, the product and the shell's own pages. */
	pages(): Page[]
	windows(): Promise<WindowState[]>
	/** As a hand would on a window's frame. */
	close(window: WindowState): Promise<void>
	minimize(window: WindowState): Promise<void>
	place(window: WindowState, bounds: Bounds): Promise<void>
	/** From the menu bar or the tray's menu. */
	chooseMenu(id: string): Promise<void>
	clickNotification(): Promise<void>
	/** What the person will choose in the next message box, by the number of the button. */
	willChoose(button: number): Promise<void>
	hasTray(): Promise<boolean>
	/** What it asked of the system, by the name of the call: 'shell.openExternal'. */
	recorded(call: string): Promise<unknown[][]>
	/** Of the window's partition, and of no other. */
	cookies(window: WindowState): Promise<{ name: string; value: string }[]>
	/** macOS hands links over like this. */
	openUrl(url: string): Promise<void>
	/** Starts the app again while it runs, and waits until that second start has ended. */
	startAgain(args?: string[]): Promise<void>
	/** As by the system at the end of the day; the app may take its time. */
	quit(): Promise<void>
	/** -9. */
	kill(): Promise<void>
	ended: Promise<unknown>
	/** What it has said, for a failed test. */
	log(): string
}

export type DesktopStart = { userData: string; args?: string[] }

/** The address a page goes by in the app; under the double the shell's own pages have another one in the browser. */
export const addressOf = (page: Page) =>
	page.url().replace(/^https:\/\/page\.backseat-shell\.test\//, 'backseat-shell://page/')
