import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { Emitter } from './double-events.ts'

/* Part of the fake Electron (electron-double.ts): partitions. Each is a browser context of one Chromium, so cookies
   and storage are really separate. A 'persist:' partition is saved when the app quits normally. */

/** State shared by the parts of the fake; electron-double.ts fills it in. */
export const appState = {
	userData: '',
	allClosed: () => {},
	/** Called when a window refused to close. */
	windowStays: () => {},
	/** Button indexes chosen in the next message boxes. Once they are used up, boxes return their cancel button. */
	choices: [] as number[],
}
export const recorded: { call: string; args: unknown[] }[] = []
export const record = (call: string, ...args: unknown[]) => void recorded.push({ call, args })

let launched: Promise<Browser> | undefined
export const browser = () => {
	launched ??= chromium.launch({
		executablePath: process.env.CHROME,
		args: process.env.CHROME_FLAGS?.split(' '),
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	})
	return launched
}

export async function closeBrowser() {
	if (!launched) return
	for (const one of sessions.values()) await one.save()
	await (await launched).close()
}

/** Chromium has no custom schemes, so 'backseat-shell://page/x' becomes 'https://page.backseat-shell.test/x'. */
export const toChromium = (url: string) =>
	/^(https?|file|data|about|chrome-error):/.test(url)
		? url
		: url.replace(/^([a-z][a-z-]*):\/\/([^/]*)/, 'https://$2.$1.test')
export const fromChromium = (url: string) => url.replace(/^https:\/\/([^/]*)\.([a-z-]+)\.test(?=\/|$)/, '$2://$1')

type SchemeHandler = (request: Request) => Response | Promise<Response>
type Cookie = { url: string; name: string; value: string; httpOnly: boolean; sameSite: string }

const sessions = new Map<string, Session>()

type PermissionHandler = (
	page: null,
	permission: string,
	answer: (may: boolean) => void,
	details: { requestingUrl: string },
) => void

export class Session extends Emitter {
	readonly schemes = new Map<string, SchemeHandler>()
	private opened: Promise<BrowserContext> | undefined
	private readonly file: string | null

	private askPermission: PermissionHandler | undefined

	constructor(partition: string) {
		super('will-download')
		const [, name] = partition.match(/^persist:(.*)/) ?? []
		this.file = name === undefined ? null : join(appState.userData, 'Partitions', `${name}.json`)
	}

	context = () => {
		this.opened ??= this.open()
		return this.opened
	}

	private async open() {
		const storageState = this.file && existsSync(this.file) ? this.file : undefined
		const context = await (await browser()).newContext({ viewport: null, storageState })
		await context.exposeBinding(
			'__askPermission',
			({ frame }, permission: string) =>
				new Promise((answer) =>
					this.askPermission?.(null, permission, answer, { requestingUrl: fromChromium(frame.url()) }),
				),
		)
		await context.addInitScript(() => {
			const { __askPermission } = window as unknown as { __askPermission(permission: string): Promise<boolean> }
			if ('Notification' in window)
				Notification.requestPermission = async () => ((await __askPermission('notifications')) ? 'granted' : 'denied')
		})
		return context
	}

	async save() {
		if (!this.file || !this.opened) return
		mkdirSync(join(this.file, '..'), { recursive: true })
		await (await this.opened).storageState({ path: this.file })
	}

	readonly cookies = {
		set: async ({ url, name, value, httpOnly, sameSite }: Cookie) => {
			if (sameSite !== 'strict') throw new Error(`The double of Electron sets no ${sameSite} cookies`)
			await (await this.context()).addCookies([{ url, name, value, httpOnly, sameSite: 'Strict' }])
		},
	}

	readonly protocol = {
		handle: (scheme: string, handler: SchemeHandler) => void this.schemes.set(scheme, handler),
	}

	/** Sends the partition's cookies. */
	async ask(url: string, headers: Record<string, string>) {
		const answer = await (await this.context()).request.get(url, { headers, maxRedirects: 0 })
		if (answer.status() >= 300 && answer.status() < 400) throw new TypeError('Redirected')
		return new Response(new Uint8Array(await answer.body()), { status: answer.status(), headers: answer.headers() })
	}

	setPermissionRequestHandler = (handler: PermissionHandler) => {
		this.askPermission = handler
	}
	setPermissionCheckHandler = () => {}
	setSpellCheckerEnabled = () => {}
}

export const session = {
	fromPartition(partition: string) {
		const known = sessions.get(partition) ?? new Session(partition)
		sessions.set(partition, known)
		return known
	},
}
