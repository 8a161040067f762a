import * as v from 'valibot'
import { addressFromHere, lanAddress } from '#server/http/addresses/own-addresses.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'
import type { Config } from '#server/settings/config.ts'
import { VERSION } from '#server/version.ts'

/*
 * What a server and the desktop app that started it say to each other: one line each, over standard input and output.
 * Arguments and environment would show the secret to every program on the computer.
 */

/** The first line on standard input. */
const Greeting = v.strictObject({
	/** The app's windows bring it as a cookie (desktop-gate.ts). */
	secret: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{32,128}$/)),
	/** The one of last time, so that the page keeps its origin; 0 takes any free one. */
	port: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)),
})

/** The desktop app at the other end. `hasLeft` settles when it closes standard input, or is killed. */
export type DesktopApp = v.InferOutput<typeof Greeting> & { hasLeft: Promise<void> }

const PATIENCE_MS = 10_000
const LINE_MAX_BYTES = 4096

/** Waits for the desktop app's first line. Whatever comes after it is ignored, but for the end. */
export async function connectDesktopApp(
	input: NodeJS.ReadableStream = process.stdin,
	patienceMs = PATIENCE_MS,
): Promise<DesktopApp> {
	const { promise: hasLeft, resolve: leave } = Promise.withResolvers<void>()
	for (const sign of ['end', 'close', 'error']) input.on(sign, () => leave())
	const greeting = v.safeParse(Greeting, parsed(await firstLine(input, hasLeft, patienceMs)))
	// What was wrong with it stays untold: it may hold the secret.
	if (!greeting.success) throw refused('its first line is not what the desktop app says')
	return { ...greeting.output, hasLeft }
}

function firstLine(input: NodeJS.ReadableStream, hasLeft: Promise<void>, patienceMs: number): Promise<string> {
	const { promise, resolve, reject } = Promise.withResolvers<string>()
	const timer = setTimeout(() => reject(refused(`nothing came within ${patienceMs / 1000} seconds`)), patienceMs)
	let heard: Buffer | null = Buffer.alloc(0)
	// Stays for good: a stream that nobody reads never tells that it has ended.
	input.on('data', (bytes: Buffer | string) => {
		if (!heard) return
		heard = Buffer.concat([heard, Buffer.from(bytes)])
		const end = heard.indexOf('\n')
		if (end < 0 && heard.length <= LINE_MAX_BYTES) return
		resolve(heard.toString('utf8', 0, end < 0 ? LINE_MAX_BYTES : end))
		heard = null
	})
	hasLeft.then(() => reject(refused('it ended before the first line')))
	return promise.finally(() => clearTimeout(timer))
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line)
	} catch {
		return undefined
	}
}

const refused = (reason: string) =>
	new StartRefused(
		`--desktop takes a secret from standard input, but ${reason}. It is for the desktop app only; leave it away.`,
		EXIT.badFlag,
	)

/** What the desktop app waits for on standard output: one line of JSON. Addresses end with a slash. */
export function readyLine(config: Config): string {
	const news = { ready: true, address: addressFromHere(config), lanAddress: lanAddress(config), version: VERSION }
	return `${JSON.stringify(news)}\n`
}
