import { join } from 'node:path'
import { withValidSignature } from '../../build/mac-signature.ts'
import { aMacProgram } from '../../build/testing/mac-program.ts'
import { sha512Of } from '../feeds.ts'
import {
	blockMapOf,
	desktopFeeds,
	LICENSES,
	type Machine,
	SERVERS,
	type System,
	serverPackages,
} from '../release-files.ts'

/** Writes a short text for each desktop package under its final name, and the feeds that list them, as electron-builder does. */
export async function makeDesktopStandIns(folder: string, version: string, only?: System[]): Promise<void> {
	for (const [feed, { files, system }] of Object.entries(desktopFeeds(version))) {
		if (only && !only.includes(system)) continue
		const listed = await Promise.all(
			files.map(async (url) => {
				const content = new Blob([`stands in for ${url}`])
				await Bun.write(join(folder, url), content)
				const blockMap = blockMapOf(url)
				if (blockMap) await Bun.write(join(folder, blockMap), 'stands in for a list of blocks')
				return { url, sha512: await sha512Of(content), ...(url.endsWith('.deb') ? {} : { size: content.size }) }
			}),
		)
		const [first] = listed
		const text = {
			version,
			files: listed,
			path: first?.url,
			sha512: first?.sha512,
			releaseDate: new Date().toISOString(),
		}
		await Bun.write(join(folder, feed), Bun.YAML.stringify(text, null, 2))
	}
}

/** Writes a few bytes for each server under its final name: the header of its system and processor, signed for macOS. */
export async function makeServerStandIns(folder: string): Promise<void> {
	for (const { file, system, machine, ...more } of SERVERS) {
		const content = {
			linux: () => linuxProgram(machine, 'isMusl' in more),
			mac: () => withValidSignature(aMacProgram(machine), 'backseat'),
			win: windowsProgram,
		}[system]()
		await Bun.write(join(folder, file), content)
	}
	await Bun.write(join(folder, LICENSES), 'stands in for the licences')
}

function linuxProgram(machine: Machine, isMusl: boolean): Buffer {
	const program = Buffer.alloc(256)
	program.set([0x7f, 0x45, 0x4c, 0x46])
	program.writeUInt16LE(machine === 'x64' ? 62 : 183, 18)
	program.write(isMusl ? '/lib/ld-musl-x86_64.so.1' : '/lib64/ld-linux.so.2', 64)
	return program
}

function windowsProgram(): Buffer {
	const program = Buffer.alloc(256)
	program.write('MZ')
	program.writeUInt32LE(128, 0x3c)
	program.write('PE\0\0', 128)
	program.writeUInt16LE(0x8664, 132)
	return program
}

export async function makePackageStandIns(folder: string, version: string): Promise<void> {
	for (const { file } of serverPackages(version)) await Bun.write(join(folder, file), `stands in for ${file}`)
}
