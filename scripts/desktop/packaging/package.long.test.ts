import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { extractFile } from '@electron/asar'
import { makeCheckout, runIn } from '../testing/checkout.ts'
import { makePlaceholderElectrons } from '../testing/placeholder-electron.ts'
import { unpackedFolder } from './packaging.ts'
import { stagedServer, thisComputer } from './targets.ts'

// Tests `bun run desktop:build`. packaging.long.test.ts checks the contents of the packages.

let checkout = ''

beforeAll(async () => {
	checkout = await makeCheckout('the server for this computer')
})
afterAll(() => rm(checkout, { recursive: true, force: true }))

const pack = (args: string[], env: Record<string, string> = {}) =>
	runIn(checkout, ['scripts/desktop/packaging/package.ts', ...args], env)

test.each([
	[['--snap'], "Unknown option '--snap'\n"],
	[
		['--win', '--arm64'],
		'There is no such package: Linux x64 and arm64, macOS arm64 and x64, Windows x64 are what we make.\n',
	],
])('%j is answered in one line, and nothing is made', async (args, line) => {
	expect(await pack(args)).toEqual({ code: 64, stdout: '', stderr: line })
	expect(existsSync(join(checkout, 'dist/desktop'))).toBe(false)
})

describe.skipIf(!thisComputer)('for this computer', () => {
	const here = thisComputer ?? { system: 'linux', machine: 'x64' }

	test('without a connection it says what is missing and from where', async () => {
		// No program listens on port 1.
		const { code, stderr } = await pack(['--dir'], { ELECTRON_MIRROR: 'http://127.0.0.1:1/', NO_PROXY: '127.0.0.1' })

		expect(stderr).toStartWith('The package could not be made: ')
		expect(stderr).toEndWith(
			' Electron and the tools that make installers come from github.com; try again with a connection.\n',
		)
		expect(code).toBe(1)
	})

	test('--dir makes the app as a folder: our code, our icon and the server that was built, and says where', async () => {
		await makePlaceholderElectrons(join(checkout, 'electrons'))
		const electron = join(checkout, 'electrons', process.platform)
		await appendFile(join(checkout, 'electron-builder.yml'), `\nelectronDist: ${JSON.stringify(electron)}\n`)

		const { code, stdout, stderr } = await pack(['--dir'])

		expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
		expect(stdout).toMatch(/\nPacked in [\d.]+ s, into dist\/desktop\/packages\.\n$/)
		expect(await readFile(stagedServer(checkout, here), 'utf8')).toBe('the server for this computer')
		const unpacked = join(checkout, 'dist/desktop/packages', unpackedFolder(here))
		const resources = join(unpacked, here.system === 'mac' ? 'Resources' : 'resources')
		const server = await readFile(join(resources, here.system === 'win' ? 'backseat.exe' : 'backseat'), 'utf8')
		expect(server).toBe('the server for this computer')
		const made = await readFile(join(checkout, 'dist/desktop/app/main.cjs'), 'utf8')
		expect(extractFile(join(resources, 'app.asar'), 'main.cjs').toString()).toBe(made)
	})
})
