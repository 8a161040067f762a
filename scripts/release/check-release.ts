import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { verifySignature } from '../build/mac-signature.ts'
import { projectFolder, runQuietly } from '../run.ts'
import { checksumsOf, refuseOtherFiles } from './checksums.ts'
import { checkFeeds } from './feeds.ts'
import { CHECKSUMS, checkedFiles, desktopFeeds, INSTALLER, LICENSES, SERVERS, serverPackages } from './release-files.ts'
import { releaseNotes } from './release-notes.ts'

// bun scripts/release/check-release.ts FOLDER NOTES: fails unless the folder holds a whole release of our version.

type Release = {
	folder: string
	version: string
	/** The text of the release, and the changelog that it must come from. */
	notes: string
	changelog: string
	/** Small files stand in for programs and packages: their sizes are not checked. */
	hasStandIns: boolean
}

export async function checkRelease({ folder, version, notes, changelog, hasStandIns }: Release): Promise<void> {
	refuseOtherFiles(await readdir(folder), version)
	if (notes !== releaseNotes(`v${version}`, version, changelog))
		throw new Error(`The notes are not what CHANGELOG.md says of ${version}.`)
	if (!hasStandIns) checkSizes(folder, version)
	await checkPrograms(folder)
	await checkPackages(folder, version)
	await checkFeeds(folder, version)
	await checkInstaller(folder)
	const names = checkedFiles(version)
	const listed = (await Bun.file(join(folder, CHECKSUMS)).text()).split('\n')
	for (const [index, line] of (await checksumsOf(folder, names)).split('\n').entries())
		if (line !== listed[index]) throw new Error(`${CHECKSUMS} is wrong about ${names[index] ?? 'its end'}.`)
}

const MEGABYTE = 1e6
/** GitHub takes no larger file. */
const LARGEST = 2e9

function checkSizes(folder: string, version: string) {
	const desktop = Object.values(desktopFeeds(version)).flatMap(({ files }) => files)
	const smallest = new Map<string, number>([
		...SERVERS.map(({ file }) => [file, 60 * MEGABYTE] as const),
		...serverPackages(version).map(({ file }) => [file, 20 * MEGABYTE] as const),
		...desktop.map((file) => [file, 60 * MEGABYTE] as const),
		[LICENSES, 10_000],
	])
	for (const name of checkedFiles(version)) {
		const { size } = Bun.file(join(folder, name))
		if (size < (smallest.get(name) ?? 100)) throw new Error(`${name} is too small: ${size} bytes.`)
		if (size > LARGEST) throw new Error(`${name} is too large: ${size} bytes.`)
	}
}

/** The words for systems, processors and C libraries in the file's own header. */
function kindOf(head: Buffer): string {
	if (head.readUInt32BE(0) === 0x7f454c46) {
		const machine = { 62: 'x64', 183: 'arm64' }[head.readUInt16LE(18)]
		return `linux ${machine}${head.includes('/ld-musl') ? ' musl' : ''}`
	}
	if (head.readUInt32LE(0) === 0xfeedfacf) return `mac ${{ 16777223: 'x64', 16777228: 'arm64' }[head.readUInt32LE(4)]}`
	const start = head.toString('latin1', 0, 2) === 'MZ' ? head.readUInt32LE(0x3c) : head.length
	if (head.toString('latin1', start, start + 4) === 'PE\0\0')
		return `win ${{ 34404: 'x64' }[head.readUInt16LE(start + 4)]}`
	return 'no program'
}

async function checkPrograms(folder: string) {
	for (const { file, system, machine, ...more } of SERVERS) {
		const content = Bun.file(join(folder, file))
		const kind = kindOf(Buffer.from(await content.slice(0, 4096).bytes()))
		const expected = `${system} ${machine}${'isMusl' in more ? ' musl' : ''}`
		if (kind !== expected) throw new Error(`${file} is ${kind}, not ${expected}.`)
		if (system !== 'mac') continue
		try {
			verifySignature(Buffer.from(await content.bytes()))
		} catch (error) {
			throw new Error(`${file} ${error instanceof Error ? error.message : error}.`)
		}
	}
}

/** The packages' own fields, where the tools that read them exist. */
async function checkPackages(folder: string, version: string) {
	for (const { kind, architecture, file } of serverPackages(version)) {
		const path = resolve(folder, file)
		const command =
			kind === 'deb'
				? // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholders
					['dpkg-deb', '--show', '--showformat', '${Version} ${Architecture}', path]
				: ['rpm', '-qp', '--qf', '%{VERSION} %{ARCH}', path]
		if (!Bun.which(command[0] ?? '')) continue
		const { output } = await runQuietly(command)
		if (output !== `${version} ${architecture}`) throw new Error(`${file} is in truth ${output.trim()}.`)
	}
}

async function checkInstaller(folder: string) {
	const ours = await Bun.file(join(projectFolder, 'deploy', INSTALLER)).text()
	if ((await Bun.file(join(folder, INSTALLER)).text()) !== ours)
		throw new Error(`${INSTALLER} is not that of this version.`)
}

if (import.meta.main) {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { 'stand-ins': { type: 'boolean', default: false } },
	})
	const [folder = 'release', notes = 'notes.md'] = positionals
	try {
		await checkRelease({
			folder,
			version: packageJson.version,
			notes: await Bun.file(notes).text(),
			changelog: await Bun.file(join(projectFolder, 'CHANGELOG.md')).text(),
			hasStandIns: values['stand-ins'],
		})
		console.log(`${checkedFiles(packageJson.version).length} files, all as they should be.`)
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(1)
	}
}
