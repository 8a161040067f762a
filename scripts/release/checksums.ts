import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { checkFeeds } from './feeds.ts'
import { CHECKSUMS, checkedFiles } from './release-files.ts'

// bun scripts/release/checksums.ts FOLDER: writes SHA256SUMS beside the files of a release. Refuses a folder in which a file
// is missing or unknown, or a feed is wrong.

export async function checksumsOf(folder: string, names: string[]): Promise<string> {
	const lines: string[] = []
	for (const name of names) {
		const hash = new Bun.CryptoHasher('sha256')
		for await (const chunk of Bun.file(join(folder, name)).stream()) hash.update(chunk)
		lines.push(`${hash.digest('hex')}  ${name}\n`)
	}
	return lines.join('')
}

export async function writeChecksums(folder: string, names: string[]): Promise<void> {
	await Bun.write(join(folder, CHECKSUMS), await checksumsOf(folder, names))
}

export function refuseOtherFiles(found: string[], version: string): void {
	const expected = checkedFiles(version)
	const missing = expected.filter((name) => !found.includes(name))
	const unexpected = found.filter((name) => !expected.includes(name) && name !== CHECKSUMS)
	if (missing.length > 0) throw new Error(`The release lacks ${missing.join(', ')}.`)
	if (unexpected.length > 0) throw new Error(`The release does not list ${unexpected.join(', ')}.`)
}

if (import.meta.main) {
	const [folder = '.'] = process.argv.slice(2)
	try {
		refuseOtherFiles(await readdir(folder), packageJson.version)
		await checkFeeds(folder, packageJson.version)
		await writeChecksums(folder, checkedFiles(packageJson.version))
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(1)
	}
}
