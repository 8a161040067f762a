import * as v from 'valibot'
import { EXIT } from '#contract/start-problems.ts'
import { addressForPeopleHere, lanAddress } from '#server/http/addresses/own-addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'
import { VERSION } from '#server/version.ts'

/*
 * The protocol between a server and the desktop app that started it: one line per message, over standard input and output.
 * Arguments and environment would expose the secret to every program on the computer.
 */

const LaunchMessage = v.strictObject({
	/** The app's windows send it in a cookie (desktop-gate.ts). */
	secret: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{32,128}$/)),
	/** The previous port keeps the page's origin; 0 picks any free one. */
	port: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)),
})

export type DesktopApp = v.InferOutput<typeof LaunchMessage> & { hasEnded: Promise<void> }

const TIMEOUT_MS = 10_000
const LINE_MAX_BYTES = 4096
/** The app reads at most a thousand characters per line, and JSON escapes some characters as two. */
const MESSAGE_MAX = 400

export async function connectDesktopApp(
	input: NodeJS.ReadableStream = process.stdin,
	timeoutMs = TIMEOUT_MS,
): Promise<DesktopApp> {
	const { promise: hasEnded, resolve: end } = Promise.withResolvers<void>()
	for (const sign of ['end', 'close', 'error']) input.on(sign, () => end())
	const launch = v.safeParse(LaunchMessage, parsed(await firstLine(input, hasEnded, timeoutMs)))
	// The validation error is omitted, because it may contain the secret.
	if (!launch.success) throw refused('its first line is not what the desktop app says')
	return { ...launch.output, hasEnded }
}

function firstLine(input: NodeJS.ReadableStream, hasEnded: Promise<void>, timeoutMs: number): Promise<string> {
	const { promise, resolve, reject } = Promise.withResolvers<string>()
	const timer = setTimeout(() => reject(refused(`nothing came within ${timeoutMs / 1000} seconds`)), timeoutMs)
	let received: Buffer | null = Buffer.alloc(0)
	// This listener stays, because a stream without a reader emits no end.
	input.on('data', (bytes: Buffer | string) => {
		if (!received) return
		received = Buffer.concat([received, Buffer.from(bytes)])
		const lineEnd = received.indexOf('\n')
		if (lineEnd < 0 && received.length <= LINE_MAX_BYTES) return
		resolve(received.toString('utf8', 0, lineEnd < 0 ? LINE_MAX_BYTES : lineEnd))
		received = null
	})
	hasEnded.then(() => reject(refused('it ended before the first line')))
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
		`--desktop takes a secret from standard input, but ${reason}. It is for the desktop app only; leave it out.`,
		EXIT.badFlag,
	)

export function readyLine(config: Config): string {
	const message = {
		ready: true,
		address: addressForPeopleHere(config),
		lanAddress: lanAddress(config),
		version: VERSION,
	}
	return `${JSON.stringify(message)}\n`
}

export function refusedLine(ending: { code: string; message: string }): string {
	return JSON.stringify({ ready: false, code: ending.code, message: ending.message.slice(0, MESSAGE_MAX) })
}
