import { join } from 'node:path'
import { sha512Of } from '../feeds.ts'
import { blockMapOf, desktopFeeds } from '../release-files.ts'

/** Writes a short text for each desktop package under its final name, and the feeds that list them, as electron-builder does. */
export async function makeDesktopStandIns(folder: string, version: string): Promise<void> {
	for (const [feed, { files }] of Object.entries(desktopFeeds(version))) {
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
