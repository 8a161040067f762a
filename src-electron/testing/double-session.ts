import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'

/*
 * Part of the double of Electron (electron-double.ts): partitions. Each is a browser context of one Chromium, so cookies
 * and storage are apart for real. What is written to a 'persist:' partition is kept when the app ends in order.
 */

/** What the parts of the double tell each other; electron-double.ts fills it in. */
export const house = {
	userData: '',
	created: (_window: { webContents: unknown }) => {},
	allClosed: () => {},
}
export const recorded: { call: string; args: unknown[] }[] = []
export const record = (call: string, ...args: unknown[]) => void recorded.push({ call, args })

let launched: Promise<Browser> | undefined
export const browser = () => {
	launched ??= chromium.launch({
		executablePath: process.env.CHROME,
		// Chromium refuses its own sandbox as root, and containers have only root.
		args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
		...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
	})
	return launched
}

export async function closeBrowser() {
	if (!launched) return
	for (const room of rooms.values()) await room.keep()
	await (await launched).close()
}

/** Chromium knows no custom schemes: 'backseat-shell://page/x' is 'https://page.backseat-shell.test/x' to it. */
export const toChromium = (url: string) =>
	/^(https?|file|data|about|chrome-error):/.test(url)
		? url
		: url.replace(/^([a-z][a-z-]*):\/\/([^/]*)/, 'https://$2.$1.test')
export const fromChromium = (url: string) => url.replace(/^https:\/\/([^/]*)\.([a-z-]+)\.test(?=\/|$)/, '$2://$1')

type SchemeHandler = (request: Request) => Response | Promise<Response>
type Cookie = { url: string; name: string; value: string; httpOnly?: boolean; secure?: boolean; sameSite?: string }
const sameSite = { strict: 'Strict', lax: 'Lax', no_restriction: 'None' } as const

const rooms = new Map<string, Session>()

export class Session extends EventEmitter {
	readonly schemes = new Map<string, SchemeHandler>()
	private opened: Promise<BrowserContext> | undefined
	private readonly file: string | null

	constructor(readonly partition: string) {
		super()
		const name = partition.replace(/^persist:/, '')
		this.file = name === partition ? null : join(house.userData, 'Partitions', `${name}.json`)
	}

	context = () => {
		this.opened ??= this.open()
		return this.opened
	}

	private async open() {
		const kept = this.file && readJson(this.file)
		return await (await browser()).newContext({ viewport: null, ...(kept ? { storageState: kept } : {}) })
	}

	async keep() {
		if (!this.file || !this.opened) return
		mkdirSync(dirname(this.file), { recursive: true })
		writeFileSync(this.file, JSON.stringify(await (await this.opened).storageState()))
	}

	readonly cookies = {
		set: async ({ url, name, value, httpOnly, secure, sameSite: site }: Cookie) => {
			const how = site && site in sameSite ? sameSite[site as keyof typeof sameSite] : undefined
			await (await this.context()).addCookies([{ url, name, value, httpOnly, secure, sameSite: how }])
		},
		get: async ({ url, name }: { url?: string; name?: string }) =>
			(await (await this.context()).cookies(url)).filter((cookie) => name === undefined || cookie.name === name),
	}

	readonly protocol = {
		handle: (scheme: string, handler: SchemeHandler) => void this.schemes.set(scheme, handler),
	}

	async fetch(input: string | URL | Request, init: RequestInit = {}) {
		const asked = new Request(input, init)
		const answer = await (await this.context()).request.fetch(asked.url, {
			method: asked.method,
			headers: Object.fromEntries(asked.headers),
			data: asked.body ? Buffer.from(await asked.arrayBuffer()) : undefined,
			maxRedirects: asked.redirect === 'follow' ? 20 : 0,
		})
		if (asked.redirect === 'error' && answer.status() >= 300 && answer.status() < 400) throw new TypeError('Redirected')
		const body = [204, 205, 304].includes(answer.status()) ? null : new Uint8Array(await answer.body())
		return new Response(body, { status: answer.status(), headers: answer.headers() })
	}

	setPermissionRequestHandler = () => record('session.setPermissionRequestHandler', this.partition)
	setPermissionCheckHandler = () => record('session.setPermissionCheckHandler', this.partition)
	setSpellCheckerEnabled = (isOn: boolean) => record('session.setSpellCheckerEnabled', this.partition, isOn)
}

export const session = {
	fromPartition(partition: string) {
		const room = rooms.get(partition) ?? new Session(partition)
		rooms.set(partition, room)
		return room
	},
}

function readJson(file: string) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'))
	} catch {
		return null
	}
}
