import type { Config } from '#server/settings/config.ts'

/** What a page says of itself before any script runs: to the browser's tab, and to chats that show a link as a picture. */
export type PagePreview = {
	/** Of the tab. */
	title: string
	/** Of the link in a chat. */
	headline: string
	description: string
	/** The page's own address, below the base path. */
	path: string
	/** Its address from the root of the origin, its size in pixels, and what it shows, for those who cannot see it. */
	picture: { address: string; width: number; height: number; alt: string }
}

/**
 * The title and the tags of https://ogp.me, as one text: a page of parts that differ costs 1.5 µs a part. Addresses are
 * absolute there; `origin` has no slash at its end.
 */
export function pageHead(
	{ title, headline, description, path, picture }: PagePreview,
	{ origin, basePath }: { origin: string; basePath: string },
): string {
	const { escapeHTML } = Bun
	const described = escapeHTML(description)
	return [
		`<title>${escapeHTML(title)}</title>`,
		`<meta name="description" content="${described}">`,
		'<meta property="og:site_name" content="Backseat">',
		'<meta property="og:type" content="website">',
		`<meta property="og:title" content="${escapeHTML(headline)}">`,
		`<meta property="og:description" content="${described}">`,
		`<meta property="og:url" content="${escapeHTML(origin + basePath + path)}">`,
		`<meta property="og:image" content="${escapeHTML(origin + picture.address)}">`,
		`<meta property="og:image:width" content="${picture.width}">`,
		`<meta property="og:image:height" content="${picture.height}">`,
		`<meta property="og:image:alt" content="${escapeHTML(picture.alt)}">`,
		'<meta name="twitter:card" content="summary_large_image">',
	].join('')
}

/** Where chats find this instance: at its public URL, or else where it was asked. */
export const originOf = (
	{ publicUrl }: Pick<Config, 'publicUrl'>,
	{ isHttps, authority }: { isHttps: boolean; authority: string },
): string => publicUrl?.origin ?? `${isHttps ? 'https' : 'http'}://${authority}`
