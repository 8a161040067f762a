import { expect, test } from 'bun:test'
import { PassThrough } from 'node:stream'
import { lanAddresses } from '#server/http/addresses/own-addresses.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { launchLine, SECRET } from '#server/testing/desktop-process.ts'
import { VERSION } from '#server/version.ts'
import { connectDesktopApp, readyLine } from './desktop-app.ts'

/** The message that refuses this first line. It must not contain any part of the line. */
async function refusalOf(launch: string | Buffer, { isClosed = false, timeoutMs = 10_000 } = {}): Promise<string> {
	const input = new PassThrough()
	const connecting = connectDesktopApp(input, timeoutMs)
	input.write(launch)
	if (isClosed) input.end()
	const refusal = await connecting.then(() => null).catch((error: unknown) => error)
	expect(refusal).toMatchObject({ name: 'StartRefused', exitCode: 64 })
	return (refusal as Error).message
}

test('the desktop app says who it is in one line, in however many pieces that line comes', async () => {
	const input = new PassThrough()
	const connecting = connectDesktopApp(input)
	const line = launchLine({ port: 40_123 }).replace('\n', '\r\n')
	for (const piece of [line.slice(0, 7), line.slice(7, 40), line.slice(40)]) {
		input.write(piece)
		await Bun.sleep(1)
	}

	expect(await connecting).toMatchObject({ secret: SECRET, port: 40_123 })
})

test('what it says later is ignored; that it leaves is not', async () => {
	const input = new PassThrough()
	input.write(`${launchLine()}and more\n`)
	const app = await connectDesktopApp(input)
	let isHere = true
	app.hasEnded.then(() => {
		isHere = false
	})

	input.write(launchLine({ secret: SECRET.toLowerCase(), port: 1 }))
	input.write('x'.repeat(100_000))
	await Bun.sleep(20)

	expect({ isHere, ...app }).toMatchObject({ isHere: true, secret: SECRET, port: 0 })
	input.end()
	await app.hasEnded
})

test.each([
	['an empty line', '\n'],
	['garbage', 'open sesame\n'],
	['no JSON object', '"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"\n'],
	['no secret', '{"port":0}\n'],
	['no port', `{"secret":"${SECRET}"}\n`],
	['a short secret', launchLine({ secret: 'A'.repeat(31) })],
	['a secret that no cookie can hold', launchLine({ secret: `${SECRET}; Path=/` })],
	['a port out of range', launchLine({ port: 65_536 })],
	['a port as text', launchLine({ port: '7433' })],
	['half a port', launchLine({ port: 0.5 })],
	['something it should not say', launchLine({ host: '0.0.0.0' })],
	['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00, 0x0a])],
	['more than a line may hold', 'x'.repeat(5000)],
])('%s is not the desktop app', async (_what, launch) => {
	const message = await refusalOf(launch)

	expect(message).toStartWith('--desktop takes a secret from standard input, but its first line is not what the')
	expect(message).not.toContain(SECRET)
})

test('half a line before the end is not the desktop app, nor is silence', async () => {
	expect(await refusalOf(launchLine().trim(), { isClosed: true })).toContain('it ended before the first line')
	expect(await refusalOf('', { timeoutMs: 20 })).toContain('nothing came within 0.02 seconds')
})

test('the desktop app gets one line: the address for its own window, and the one for phones', () => {
	const config = { ...defaultConfig, port: 40_123 }
	const own = (special: object) => JSON.parse(readyLine({ ...config, ...special })).address
	const [lan] = lanAddresses()

	expect(readyLine(config)).toBe(
		`{"ready":true,"address":"http://localhost:40123/","lanAddress":null,"version":"${VERSION}"}\n`,
	)
	expect(JSON.parse(readyLine({ ...config, host: '0.0.0.0', basePath: '/rides' }))).toEqual({
		ready: true,
		address: 'http://localhost:40123/rides/',
		lanAddress: lan ? `http://${lan}:40123/rides/` : null,
		version: VERSION,
	})
	expect([own({ host: '::' }), own({ host: '::1' })]).toEqual(['http://localhost:40123/', 'http://localhost:40123/'])
})
