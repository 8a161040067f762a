import { expect, test } from 'bun:test'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { desktopFeeds, type Machine, SERVER_PACKAGE } from './release-files.ts'

type Settings = { artifactName: string; productName: string } & Record<'linux' | 'mac' | 'win', { target: string[] }>
const settings = Bun.YAML.parse(await Bun.file(join(projectFolder, 'electron-builder.yml')).text()) as Settings

// Loading all of electron-builder takes a second.
const { Arch, getArtifactArchName } = createRequire(import.meta.resolve('electron-builder'))('builder-util') as {
	Arch: Record<Machine, number>
	getArtifactArchName: (machine: number, extension: string) => string
}

test('the desktop packages have the names that electron-builder gives them', () => {
	for (const { system, machine, files } of Object.values(desktopFeeds('0.1.0'))) {
		const machines = machine ? [machine] : system === 'mac' ? (['x64', 'arm64'] as const) : (['x64'] as const)
		const made = machines.flatMap((one) =>
			settings[system].target.map((target) => {
				const ext = target === 'nsis' ? 'exe' : target
				const values = {
					productName: settings.productName,
					version: '0.1.0',
					os: system,
					arch: getArtifactArchName(Arch[one], ext),
					ext,
				}
				return settings.artifactName.replaceAll(/\$\{(\w+)\}/g, (_, name: keyof typeof values) => values[name])
			}),
		)
		expect(files.toSorted()).toEqual(made.toSorted())
	}
})

test("the server's package has another name than the desktop app's, which is the project's", async () => {
	const { name } = await Bun.file(join(projectFolder, 'package.json')).json()

	expect(SERVER_PACKAGE).not.toBe(name)
})
