import { join } from 'node:path'
import electron from 'electron/package.json' with { type: 'json' }
import { Arch, build, type Configuration, DIR_TARGET, type PackagerOptions, Platform } from 'electron-builder'
import { projectFolder } from '../../run.ts'
import type { System, Target } from './targets.ts'

const platforms: Record<System, Platform> = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS }

type Options = {
	targets: Target[]
	/** The app as a folder only, without an installer around it. */
	isFolderOnly: boolean
	/** Address updates will be served from; the files electron-updater looks for there are then made too. */
	feed?: string
	/** Address of the project that makes the packages, for the systems' lists of programs. */
	homepage?: string
	/** The folder of electron-builder.yml and everything it names. */
	project?: string
	/** For the test: an Electron that is already there. */
	config?: Configuration
	/** For the test: sees what goes into an installer; answering true leaves the installer itself unmade. */
	effectiveOptionComputed?: PackagerOptions['effectiveOptionComputed']
}

/**
 * Makes packages of dist/desktop (app, icons, server) as electron-builder.yml says, and answers their files. Only
 * electron-builder's own downloads happen: Electron, and the tools that make the installers.
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
			// Without a certificate nothing signs the app after its fuses are set, and Apple silicon starts no program whose
			// signature is broken. This is done with Apple's codesign, so only there.
			...(process.platform === 'darwin' ? { electronFuses: { resetAdHocDarwinSignature: true } } : {}),
			extraMetadata: { homepage: homepage ?? (platform === Platform.LINUX ? NO_HOMEPAGE : undefined) },
			...(feed ? { publish: { provider: 'generic', url: feed } } : {}),
			...config,
		},
	})
}

/** electron-builder makes no deb without a homepage. With a blank one the package names none. */
const NO_HOMEPAGE = ' '

/** One call for all processors of a system: its update file names them together. */
function forBuilder({ targets, isFolderOnly }: Options) {
	const kinds = new Map<Platform, Map<Arch, string[]>>()
	for (const { system, machine } of targets) {
		const machines = kinds.get(platforms[system]) ?? new Map<Arch, string[]>()
		// Without a kind, electron-builder.yml says which installers.
		kinds.set(platforms[system], machines.set(Arch[machine], isFolderOnly ? [DIR_TARGET] : []))
	}
	return kinds
}

/** Folder of an unpacked package below the output folder. */
export const unpackedFolder = ({ system, machine }: Target) => {
	const suffix = machine === 'x64' ? '' : `-${machine}`
	return system === 'mac' ? join(`mac${suffix}`, 'Backseat.app', 'Contents') : `${system}${suffix}-unpacked`
}
