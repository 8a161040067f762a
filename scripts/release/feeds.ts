import { join } from 'node:path'
import * as v from 'valibot'
import { desktopFeeds } from './release-files.ts'

/** The part of a feed that electron-updater needs to find, choose and verify a package. electron-builder writes no size for a deb. */
const Feed = v.object({
	version: v.string(),
	files: v.array(v.object({ url: v.string(), sha512: v.string(), size: v.optional(v.number()) })),
})

/** Throws unless each feed in `folder` names all packages of its system, and their hashes and sizes are right. */
export async function checkFeeds(folder: string, version: string): Promise<void> {
	for (const [name, { files }] of Object.entries(desktopFeeds(version))) {
		const feed = v.parse(Feed, Bun.YAML.parse(await Bun.file(join(folder, name)).text()))
		if (feed.version !== version) throw new Error(`${name} announces ${feed.version} instead of ${version}.`)
		const listed = feed.files.map(({ url }) => url)
		if (!Bun.deepEquals(listed.toSorted(), files.toSorted()))
			throw new Error(`${name} lists ${listed.join(', ')} instead of ${files.join(', ')}.`)
		for (const { url, sha512, size } of feed.files) {
			const content = Bun.file(join(folder, url))
			if (size !== undefined && size !== content.size) throw new Error(`${name} gives ${url} another size.`)
			if (sha512 !== (await sha512Of(content))) throw new Error(`${name} gives ${url} another hash.`)
		}
	}
}

export async function sha512Of(content: Blob): Promise<string> {
	const hash = new Bun.CryptoHasher('sha512')
	for await (const chunk of content.stream()) hash.update(chunk)
	return hash.digest('base64')
}
