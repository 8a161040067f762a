import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCheckout, runIn } from './testing/checkout.ts'

// Tests `bun run desktop` with a short script as Electron. docs/desktop.md covers the start of Electron itself.

let checkout = ''
let electrons = ''
let told = ''

beforeAll(async () => {
	checkout = await makeCheckout('the server')
})
beforeEach(async () => {
	electrons = await mkdtemp(join(tmpdir(), 'backseat-electron-'))
	told = join(electrons, 'told')
})
afterEach(() => rm(electrons, { recursive: true, force: true }))
afterAll(() => rm(checkout, { recursive: true, force: true }))

async function putElectron(script: string) {
	for (const name of ['electron', 'Electron.app/Contents/MacOS/Electron']) {
		await Bun.write(join(electrons, name), `#!/bin/sh\n${script}\n`)
		await chmod(join(electrons, name), 0o755)
	}
}

const start = (...args: string[]) =>
	runIn(checkout, ['scripts/desktop/start.ts', ...args], { ELECTRON_OVERRIDE_DIST_PATH: electrons })

// Windows cannot run a script named electron.exe.
const isScriptable = process.platform !== 'win32'

test.skipIf(!isScriptable)('Electron gets the built app, its own data and the link, and its end is ours', async () => {
	const link = 'backseat://claim/abc?name=Uncle%20Bob'
	await putElectron(`printf '%s\\n' "$@" > '${told}'; exit 7`)

	const { code, stderr } = await start(link)

	expect({ code, stderr }).toEqual({ code: 7, stderr: '' })
	const app = join(checkout, 'dist/desktop/app')
	const userData = `--user-data-dir=${join(checkout, 'backseat-data/desktop')}`
	expect(await readFile(told, 'utf8')).toBe(`${app}\n${userData}\n${link}\n`)
	for (const file of ['package.json', 'main.cjs', 'preload.cjs', 'pages/index.html', 'icons/icon.png'])
		expect({ file, isThere: existsSync(join(app, file)) }).toEqual({ file, isThere: true })
})

test.skipIf(!isScriptable)('ending the command ends the app, which says how it ended', async () => {
	// The script exits when its folder is deleted, if nothing ends it earlier.
	await putElectron(
		`trap "echo TERM >> '${told}'; exit 3" TERM; echo started > '${told}'; while [ -e "$0" ]; do sleep 0.05; done`,
	)
	await using command = Bun.spawn([process.execPath, join(checkout, 'scripts/desktop/start.ts')], {
		env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: electrons },
		stdio: ['ignore', 'ignore', 'inherit'],
	})
	while (!existsSync(told)) {
		if (command.exitCode !== null) throw new Error(`It ended by itself with ${command.exitCode}.`)
		await Bun.sleep(20)
	}

	command.kill('SIGTERM')

	expect(await command.exited).toBe(3)
	expect(await readFile(told, 'utf8')).toBe('started\nTERM\n')
})

test('a folder without Electron is named with the variable that led there, and nothing is built', async () => {
	await rm(join(checkout, 'dist/desktop'), { recursive: true, force: true })

	const { code, stderr } = await start('backseat://claim/abc')

	expect(stderr).toBe(`There is no Electron in ${electrons}, the folder ELECTRON_OVERRIDE_DIST_PATH names.\n`)
	expect(code).toBe(1)
	expect(existsSync(join(checkout, 'dist/desktop'))).toBe(false)
})
