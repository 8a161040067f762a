import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { fromChromium } from './double-session.ts'

/* Part of the fake Electron (electron-double.ts): the preload and its IPC with the app. */

type IpcHandler = (event: unknown, ...args: unknown[]) => unknown

const handlers = new Map<string, IpcHandler>()
export const ipcMain = {
	handle: (channel: string, handler: IpcHandler) => void handlers.set(channel, handler),
}

/** `sender` is the page's web contents. */
export async function addPreload(page: Page, preload: string, sender: unknown) {
	await page.exposeBinding('__invoke', async ({ frame }, channel: string, args: unknown[]) => {
		const handler = handlers.get(channel)
		if (!handler) throw new Error(`No handler registered for '${channel}'`)
		return await handler({ sender, senderFrame: { url: fromChromium(frame.url()) } }, ...args)
	})
	await page.addInitScript(preloadInPage, readFileSync(preload, 'utf8'))
}

export const sendTo = (page: Page, channel: string, args: unknown[]) =>
	page.evaluate(([name, given]) => dispatchEvent(new CustomEvent(`ipc ${name}`, { detail: given })), [
		channel,
		args,
	] as const)

/** Runs in the page, before its own scripts. Electron would run the preload in an isolated world. */
function preloadInPage(source: string) {
	type Bridge = Window & { __invoke(channel: string, args: unknown[]): Promise<unknown> }
	const { __invoke } = window as unknown as Bridge
	const ipcRenderer = {
		invoke: (channel: string, ...args: unknown[]) => __invoke(channel, args),
		on: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
			addEventListener(`ipc ${channel}`, (event) => listener({}, ...(event as CustomEvent).detail)),
	}
	const contextBridge = {
		exposeInMainWorld: (name: string, api: object) => Object.defineProperty(window, name, { value: api }),
	}
	const [, scheme] = location.hostname.match(/\.([a-z-]+)\.test$/) ?? ['', 'https']
	new Function('require', 'location', source)(() => ({ contextBridge, ipcRenderer }), { protocol: `${scheme}:` })
}
