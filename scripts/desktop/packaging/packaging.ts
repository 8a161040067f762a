import { join } from 'node:path'
import electron from 'electron/package.json' with { type: 'json' }
import { Arch, build, type Configuration, DIR_TARGET, type PackagerOptions, Platform } from 'electron-builder'
import { ENGLISH, offeredLanguages } from '#contract/languages.ts'
import type { System } from '../../release/release-files.ts'
import { projectFolder } from '../../run.ts'
import type { Target } from './targets.ts'

const platforms: Record<System, Platform> = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS }

type Options = {
	targets: Target[]
	isFolderOnly: boolean
	/** The address that will serve updates. It makes the build also write the files that electron-updater reads there. */
	feed?: string
	/** Homepage of the project, which systems show in their list of programs. */
	homepage?: string
	project?: string
	config?: Configuration
	/** Lets the test inspect an installer's contents; returning true skips the installer itself. */
	effectiveOptionComputed?: PackagerOptions['effectiveOptionComputed']
}

/**
 * Packages dist/desktop (app, icons, server) as electron-builder.yml configures it, and returns the files. Downloads only
 * electron-builder's own dependencies: Electron and the installer tools.
 */
export async function packageApp(options: Options): Promise<string[]> {
	const files: string[] = []
	for (const [platform, machines] of forBuilder(options))
		files.push(...(await packagesFor(platform, machines, options)))
	return files
}

async function packagesFor(platform: Platform, machines: Map<Arch, string[]>, options: Options) {
	const { feed, homepage, project = projectFolder, config, effectiveOptionComputed } = options
	return await build({
		projectDir: project,
		targets: new Map([[platform, machines]]),
		publish: 'never',
		...(effectiveOptionComputed ? { effectiveOptionComputed } : {}),
		config: {
			extends: 'electron-builder.yml',
			electronVersion: electron.version,
			// All code is bundled, so there are no modules to install, rebuild or collect.
			beforeBuild: async () => false,
			// Without a certificate the app is not signed after its fuses are set, and Apple silicon refuses to start a program with a
			// broken signature. Apple's codesign repairs it and exists only on macOS.
			...(process.platform === 'darwin' ? { electronFuses: { resetAdHocDarwinSignature: true } } : {}),
			// Chromium's own words, in the languages that Backseat speaks. Its English is called en-US.
			electronLanguages: offeredLanguages.map(({ tag }) => (tag === ENGLISH.tag ? 'en-US' : tag)),
			extraMetadata: { homepage: homepage ?? (platform === Platform.LINUX ? NO_HOMEPAGE : undefined) },
			...(feed ? { publish: { provider: 'generic', url: feed } } : {}),
			...config,
		},
	})
}

/** electron-builder refuses to make a deb without a homepage. With a blank one the package names none. */
const NO_HOMEPAGE = ' '

/** Groups all processors of a system into one call, because its update file lists them together. */
function forBuilder({ targets, isFolderOnly }: Options) {
	const kinds = new Map<Platform, Map<Arch, string[]>>()
	for (const { system, machine } of targets) {
		const machines = kinds.get(platforms[system]) ?? new Map<Arch, string[]>()
		kinds.set(platforms[system], machines.set(Arch[machine], isFolderOnly ? [DIR_TARGET] : []))
	}
	return kinds
}

export const unpackedFolder = ({ system, machine }: Target) => {
	const suffix = machine === 'x64' ? '' : `-${machine}`
	return system === 'mac' ? join(`mac${suffix}`, 'Backseat.app', 'Contents') : `${system}${suffix}-unpacked`
}
