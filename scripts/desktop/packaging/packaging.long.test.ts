import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { offeredLanguages } from '#contract/languages.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { drawIcons } from '../../build/icons.ts'
import { projectFolder } from '../../run.ts'
import { buildDesktopApp, writeDesktopLicenses } from '../app.ts'
import { makePlaceholderElectrons } from '../testing/placeholder-electron.ts'
import { packageApp, unpackedFolder } from './packaging.ts'
import { allTargets, stagedServer, type Target } from './targets.ts'

// Packages the real app for all five kinds of computer, with a placeholder for Electron and short texts for the
// servers.
// Only the systems themselves can show that Electron starts, that a signature is valid and that an installer runs:
// docs/desktop.md.

let project = ''
let output = ''
/** The input that electron-builder gives to its installer tools. */
const appImages: { desktop: string; desktopFileName: string }[] = []
const debs: string[][] = []
const quiet = spyOn(process.stdout, 'write')

const mac: Target = { system: 'mac', machine: 'arm64' }
const windows: Target = { system: 'win', machine: 'x64' }

/** A package that the build of the server reports to the desktop app. */
const ofServer = { name: 'a-server-part', version: '1.0.0', license: 'MIT', texts: ['what the server owes'] }

const nameOf = ({ system, machine }: Target) => `${system} ${machine}`
const serverOf = (target: Target) => `the server for ${nameOf(target)}`
const inPackage = (target: Target, ...path: string[]) => join(output, unpackedFolder(target), ...path)
const resources = (target: Target, ...path: string[]) =>
	inPackage(target, target.system === 'mac' ? 'Resources' : 'resources', ...path)
const programOf = (target: Target) =>
	inPackage(target, { linux: 'backseat-desktop', mac: 'MacOS/Backseat', win: 'Backseat.exe' }[target.system])
const asarOf = (target: Target) => resources(target, 'app.asar')
const sha256 = (content: Uint8Array | string) => new Bun.CryptoHasher('sha256').update(content).digest('hex')

beforeAll(async () => {
	quiet.mockReturnValue(true)
	project = await mkdtemp(join(tmpdir(), 'backseat-packaging-'))
	output = join(project, 'dist/desktop/packages')
	const electrons = join(project, 'electrons')
	for (const name of ['electron-builder.yml', 'desktop-resources', 'package.json'])
		await cp(join(projectFolder, name), join(project, name), { recursive: true })
	await Bun.write(join(project, 'dist/licenses.json'), JSON.stringify({ 'the server': [ofServer] }))
	await writeDesktopLicenses(await buildDesktopApp(join(project, 'dist/desktop/app')), project)
	await drawIcons(join(project, 'dist/desktop/icons'))
	await makePlaceholderElectrons(electrons)
	for (const target of allTargets) {
		await Bun.write(stagedServer(project, target), serverOf(target))
		await chmod(stagedServer(project, target), 0o755)
	}
	// Files that may be left over from earlier builds.
	await Bun.write(join(project, 'dist/desktop/app/left-over.test.ts'), 'test()')
	await Bun.write(join(project, 'dist/desktop/app/node_modules/left-over/index.js'), 'module.exports = 1')

	const common = {
		project,
		config: { electronDist: ({ platformName }) => join(electrons, platformName) },
	} satisfies Partial<Parameters<typeof packageApp>[0]>
	await packageApp({ ...common, targets: allTargets.filter(({ system }) => system !== 'linux'), isFolderOnly: true })
	await packageApp({
		...common,
		targets: allTargets.filter(({ system }) => system === 'linux'),
		isFolderOnly: false,
		effectiveOptionComputed: async (options) => {
			if (Array.isArray(options)) debs.push(options[0])
			else appImages.push(options)
			return true
		},
	})
})

afterAll(async () => {
	quiet.mockRestore()
	await rm(project, { recursive: true, force: true })
})

describe.each(allTargets.map((target) => [nameOf(target), target] as const))('the package for %s', (_, target) => {
	test('has the app in its asar and nothing else', () => {
		const files = listPackage(asarOf(target), { isPack: false }).map((file) => file.replaceAll('\\', '/'))
		expectAmong(files, [
			'/package.json',
			'/main.cjs',
			'/preload.cjs',
			'/pages/index.html',
			'/pages/pages.js',
			'/pages/pages.css',
			'/icons/icon.png',
			'/icons/tray.png',
			'/icons/trayTemplate.png',
			'/icons/badge.png',
		])
		const unexpected = files.filter(
			(file) =>
				!/^\/(package\.json|main\.cjs|preload\.cjs|(pages|icons|languages)(\/.*)?)$/.test(file) ||
				/\.tsx?$|test/.test(file),
		)
		expect(unexpected).toEqual([])
	})

	test('knows its name and version, and needs no packages', () => {
		const manifest: unknown = JSON.parse(extractFile(asarOf(target), 'package.json').toString())
		expect(manifest).toMatchObject({
			name: 'backseat',
			productName: 'Backseat',
			version: packageJson.version,
			main: 'main.cjs',
		})
		for (const key of ['dependencies', 'devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(key)
	})

	test('carries of the server only the contract’s pages, start problems, languages and texts, and of our packages the three it uses', () => {
		const code = ['main.cjs', 'preload.cjs'].map((file) => extractFile(asarOf(target), file).toString()).join('\n')
		// Bun writes the file name above each part.
		const sources = [...code.matchAll(/^\/\/ (\S+\.[cm]?[jt]sx?)$/gm)].map(([, path]) => path ?? '')
		expect(sources.filter((path) => !/^(src-electron|node_modules)\//.test(path)).sort()).toEqual([
			'contract/languages.ts',
			'contract/pages.ts',
			'contract/start-problems.ts',
			'contract/text.ts',
		])
		const ours = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies })
		expect(ours.filter((name) => sources.some((path) => path.startsWith(`node_modules/${name}/`))).sort()).toEqual([
			'electron-updater',
			'p-limit',
			'valibot',
		])
	})

	test('has the server of its own kind beside the asar, ready to run', async () => {
		const server = resources(target, target.system === 'win' ? 'backseat.exe' : 'backseat')
		expect(sha256(await readFile(server))).toBe(sha256(serverOf(target)))
		expect((await stat(server)).mode & 0o111).toBe(0o111)
		const beside = (await readdir(resources(target))).sort()
		const expected = ['LICENSES.backseat.txt', 'app-update.yml', 'app.asar']
		const ofSystem = {
			linux: ['apparmor-profile', 'backseat'],
			mac: ['backseat', 'en.lproj', 'icon.icns'],
			win: ['backseat.exe'],
		}[target.system]
		expect(beside).toEqual([...expected, ...ofSystem].sort())
	})

	test('runs this app and nothing else, whatever the environment says [T30]', async () => {
		const fuses = await getCurrentFuseWire(programOf(target))
		expect(fuses).toMatchObject({
			[FuseV1Options.RunAsNode]: FuseState.DISABLE,
			[FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
			[FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
			[FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
			[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
			[FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
			[FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
		})
	})

	test('contains nothing about the machine that made it', async () => {
		const secrets = [projectFolder, project, homedir()].filter((path) => path.length > 1)
		const files = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: inPackage(target), dot: true }))
		for (const file of files) {
			const content = await readFile(inPackage(target, file))
			for (const secret of secrets) expect({ file, tells: content.includes(secret) }).toEqual({ file, tells: false })
		}
		expect(files).not.toBeEmpty()
	})

	test('shows the licences of everybody whose work is in it, the server inside included', async () => {
		const text = await readFile(resources(target, 'LICENSES.backseat.txt'), 'utf8')
		const listed = [...text.matchAll(/^ {2}(\S+) \S+ \(.+\)$/gm)].map(([, name]) => name)

		expect(text).toContain('Copyright (c) 2026 the Backseat authors')
		expect(text).toContain('what the server owes')
		expect(listed).toContain(ofServer.name)
		const inCode = await Promise.all(
			['main.cjs', 'preload.cjs'].map((file) => extractFile(asarOf(target), file).toString()),
		)
		const packages = inCode.join('\n').matchAll(/^\/\/ \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm)
		expect(listed).toEqual(expect.arrayContaining([...packages].map(([, name]) => name)))
		// The bundles do not name these packages: the pages are minified, fonts are not code, and Electron is outside the
		// bundles.
		expectAmong(listed as string[], ['react', 'react-dom', 'uqr', '@fontsource-variable/figtree', 'electron'])
	})

	test('has Chromium’s words in the languages of Backseat only, and the licences of Electron', async () => {
		const files = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: inPackage(target) }))
		const languages = files.filter((file) => /\/locales\/|locales\/|\.lproj\//.test(file))
		expect(languages).not.toBeEmpty()
		const ours = offeredLanguages.map(({ tag }) => tag.replace('-', '_'))
		const isOurs = (name: string) => ours.some((tag) => tag === name || name.startsWith(`${tag}_`))
		const names = languages.map((file) => /([\w-]+)\.(?:pak|lproj\b.*)$/.exec(file)?.[1]?.replace('-', '_') ?? file)
		expect(names.filter((name) => !isOurs(name))).toEqual([])
		// On macOS electron-builder copies the licences from Electron's zip into Resources; the placeholder is a folder.
		if (target.system !== 'mac') expectAmong(files, ['LICENSE.electron.txt', 'LICENSES.chromium.html'])
	})
})

const asarHash = (target: Target) => sha256(getRawHeader(asarOf(target)).headerString)

describe('on macOS', () => {
	test('the app says its name, its links and what its asar must be', async () => {
		const info = await readFile(inPackage(mac, 'Info.plist'), 'utf8')
		const words = info.replace(/\s*\n\s*/g, '')
		expect(words).toContain('<key>CFBundleIdentifier</key><string>app.backseat.desktop</string>')
		expect(words).toContain('<key>CFBundleDisplayName</key><string>Backseat</string>')
		expect(words).toContain('<string>Copyright © 2026 the Backseat authors</string>')
		expect(words).toContain(`<key>CFBundleShortVersionString</key><string>${packageJson.version}</string>`)
		expect(words).toContain('<key>CFBundleURLSchemes</key><array><string>backseat</string></array>')
		expect(words).toContain(
			'<key>ElectronAsarIntegrity</key><dict><key>Resources/app.asar</key><dict>' +
				`<key>algorithm</key><string>SHA256</string><key>hash</key><string>${asarHash(mac)}</string></dict></dict>`,
		)
	})

	test('the icon is ours', async () => {
		const ours = await readFile(join(project, 'dist/desktop/icons/icon.icns'))
		expect(sha256(await readFile(resources(mac, 'icon.icns')))).toBe(sha256(ours))
	})

	test('the server inside may compile JavaScript under the hardened runtime, and the app no more than that', async () => {
		const entitlements = async (name: string) =>
			[...(await readFile(join(projectFolder, 'desktop-resources', name), 'utf8')).matchAll(/<key>(.+)<\/key>/g)].map(
				([, key]) => key,
			)
		expect(await entitlements('entitlements.mac.plist')).toEqual(['com.apple.security.cs.allow-jit'])
		expect(await entitlements('entitlements.mac.inherit.plist')).toEqual([
			'com.apple.security.cs.allow-jit',
			'com.apple.security.cs.allow-unsigned-executable-memory',
		])
	})
})

describe('on Windows', () => {
	const bytesOf = (icon: Data.IconItem | Data.RawIconItem) =>
		sha256(new Uint8Array(icon.isRaw() ? icon.bin : icon.generate()))
	const readProgram = async () => {
		const { entries } = NtExecutableResource.from(NtExecutable.from(await readFile(programOf(windows))))
		return {
			entries,
			names: Resource.VersionInfo.fromEntries(entries)[0]?.getStringValues({ lang: 1033, codepage: 1200 }),
		}
	}

	test('the program says its name and what its asar must be', async () => {
		const { entries, names } = await readProgram()
		expect(names).toMatchObject({
			ProductName: 'Backseat',
			FileDescription: 'Backseat',
			CompanyName: 'the Backseat authors',
			LegalCopyright: 'Copyright © 2026 the Backseat authors',
		})
		const integrity = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
		expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString())).toEqual([
			{ file: 'resources\\app.asar', alg: 'SHA256', value: asarHash(windows) },
		])
	})

	test('the icon is ours, in all sizes', async () => {
		const ours = Data.IconFile.from(await readFile(join(project, 'dist/desktop/icons/icon.ico'))).icons
		const { entries } = await readProgram()
		const [shown] = Resource.IconGroupEntry.fromEntries(entries)
		expect(ours.map(({ width }) => width || 256)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
		expect(shown?.getIconItemsFromEntries(entries).map(bytesOf)).toEqual(ours.map(({ data }) => bytesOf(data)))
	})
})

describe('on Linux', () => {
	test('there is a menu entry that opens backseat: links', () => {
		expect(appImages).toHaveLength(2)
		for (const { desktopFileName, desktop } of appImages) {
			expect(desktopFileName).toBe('backseat-desktop.desktop')
			expectAmong(desktop.split('\n'), [
				'Name=Backseat',
				'Icon=backseat-desktop',
				'StartupWMClass=backseat-desktop',
				'Categories=Network;',
				'MimeType=x-scheme-handler/backseat;',
			])
		}
	})

	test('the deb names us, and no address that is made up', () => {
		for (const args of debs) {
			const said = (flag: string) => args[args.indexOf(flag) + 1]
			expect(['--maintainer', '--vendor', '--license'].map(said)).toEqual([
				'the Backseat authors',
				'the Backseat authors',
				'MIT',
			])
			// fpm writes the blank unchanged, and dpkg then shows no homepage.
			expect(said('--url')?.trim()).toBe('')
		}
	})

	test('the deb is for the right processor, and has the icon in all sizes', () => {
		expect(debs.map((args) => args[args.indexOf('--architecture') + 1])).toEqual(['amd64', 'arm64'])
		for (const args of debs) {
			const icons = args.filter((arg) => arg.includes('=/usr/share/icons/hicolor/'))
			expect(icons.map((arg) => Number(/hicolor\/(\d+)x/.exec(arg)?.[1]))).toEqual([
				16, 24, 32, 48, 64, 128, 256, 512, 1024,
			])
			expect(args.find((arg) => arg.includes('/usr/share/applications/'))).toEndWith('/backseat-desktop.desktop')
		}
		expect(debs[0]?.find((arg) => arg.endsWith('.deb'))).toEndWith(`Backseat-${packageJson.version}-linux-amd64.deb`)
	})
})

function expectAmong(all: string[], wanted: string[]) {
	expect(all).toEqual(expect.arrayContaining(wanted))
}
