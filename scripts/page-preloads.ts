import type { Plugin, Rolldown } from 'vite'
import { circleAmong } from './page-chunks.ts'

const ENTRY = /src-ui\/main\.tsx$/
/** A screen's own code, as the router's plugin cuts it off its route. */
const SCREEN = /src-ui\/routes\/([^/]+)\.tsx\?tsr-split=/

/**
 * Writes down which scripts each page needs besides those that index.html names. The server names them in the page
 * (src-server/http/files/page-preloads.ts), so that no script has to arrive before another is asked for. Not the fonts: they
 * would share the line with the scripts, and the list of drivers came a fifth later (decision 28).
 */
export function pagePreloads(): Plugin {
	return {
		name: 'backseat-page-preloads',
		apply: 'build',
		generateBundle(_options, bundle) {
			const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
			const circle = circleAmong(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
			if (circle) this.error(`Scripts that import each other: ${circle.join(' → ')}. scripts/page-chunks.ts cuts them.`)
			const inEveryPage = new Set(
				chunks
					.filter(({ moduleIds }) => moduleIds.some((id) => ENTRY.test(id)))
					.flatMap((chunk) => withImports(chunk, bundle)),
			)
			const preloads: Record<string, string[]> = {}
			for (const chunk of chunks)
				for (const id of chunk.moduleIds) {
					const [, route] = SCREEN.exec(id) ?? []
					if (route) preloads[patternOf(route)] = withImports(chunk, bundle).filter((name) => !inEveryPage.has(name))
				}
			this.emitFile({ type: 'asset', fileName: 'page-preloads.json', source: JSON.stringify(preloads) })
		},
	}
}

function withImports(
	{ fileName, imports }: Rolldown.OutputChunk,
	bundle: Rolldown.OutputBundle,
	found = new Set<string>(),
): string[] {
	found.add(fileName)
	for (const name of imports) {
		const file = bundle[name]
		if (file?.type === 'chunk' && !found.has(name)) withImports(file, bundle, found)
	}
	return [...found]
}

/** `auth.$ratingId` is '/auth/*' in the list of pages (contract/pages.ts). */
const patternOf = (route: string) =>
	`/${route
		.replace(/(^|\.)index$/, '')
		.replaceAll('.', '/')
		.replaceAll(/\$\w+/g, '*')}`
