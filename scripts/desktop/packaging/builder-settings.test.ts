import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Packager } from 'electron-builder'
import { projectFolder } from '../../run.ts'

let project = ''
let settings = ''
const quiet = spyOn(process.stdout, 'write')

beforeAll(async () => {
	quiet.mockReturnValue(true)
	settings = await readFile(join(projectFolder, 'electron-builder.yml'), 'utf8')
	project = await mkdtemp(join(tmpdir(), 'backseat-builder-'))
	const manifest = { name: 'backseat', version: '1.0.0', description: 'Rides', author: 'Backseat' }
	await Bun.write(join(project, 'dist/desktop/app/package.json'), JSON.stringify(manifest))
})
afterAll(async () => {
	quiet.mockRestore()
	await rm(project, { recursive: true, force: true })
})

/** Makes electron-builder read and validate the settings as it does before packaging. */
async function check(text: string) {
	await Bun.write(join(project, 'electron-builder.yml'), text)
	await new Packager({ projectDir: project, config: { extends: 'electron-builder.yml' } }).validateConfig()
}

test("electron-builder.yml passes electron-builder's own schema", async () => {
	await check(settings)
})

test('a misspelt word in it is refused', async () => {
	await expect(check(settings.replace('\nasar:', '\nasarr:'))).rejects.toThrow("unknown property 'asarr'")
	await expect(check(settings.replace('runAsNode:', 'runAsNod:'))).rejects.toThrow('configuration.electronFuses')
})

test('it installs for one user on Windows, and leaves their ratings when it goes', () => {
	expect(Bun.YAML.parse(settings)).toMatchObject({
		nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
	})
})

test('it names no address that nobody has', () => {
	const said = JSON.stringify(Bun.YAML.parse(settings))
	expect(said).not.toMatch(/@|:\/\/|\.(example|invalid|test)\b/)
	expect(said).toContain('"maintainer":"the Backseat authors"')
})

test('each system gets the installers its people know', () => {
	expect(Bun.YAML.parse(settings)).toMatchObject({
		linux: { target: ['AppImage', 'deb'] },
		mac: { target: ['dmg', 'zip'] },
		win: { target: ['nsis'] },
	})
})

test('on macOS the runtime is hardened, and the server inside is signed with entitlements of its own', () => {
	expect(Bun.YAML.parse(settings)).toMatchObject({
		mac: {
			hardenedRuntime: true,
			entitlements: 'desktop-resources/entitlements.mac.plist',
			entitlementsInherit: 'desktop-resources/entitlements.mac.inherit.plist',
			binaries: ['Contents/Resources/backseat'],
		},
	})
})
