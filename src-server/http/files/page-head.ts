import type { Language } from '#contract/languages.ts'
import type { RequestOrigin } from '#server/http/addresses/own-addresses.ts'
import type { Config } from '#server/settings/config.ts'

export type PagePreview = {
	title: string
	headline: string
	description: string
	path: string
	/** `address` is absolute within the origin; sizes are in pixels. */
	picture: { address: string; width: number; height: number; alt: string }
}

/** The link that led to a page. `isInLink`: the language is written in it, as `?in=pl`. */
export type PreviewedLink = { requestOrigin: RequestOrigin; language: Language; isInLink: boolean }

/**
 * Tags of https://ogp.me with absolute addresses, as one text, because each template part costs 1.5 µs. `origin` has no
 * final slash.
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

/** The public URL, or the requested origin. */
export const originOf = (
	{ publicUrl }: Pick<Config, 'publicUrl'>,
	{ isHttps, authority }: { isHttps: boolean; authority: string },
): string => publicUrl?.origin ?? `${isHttps ? 'https' : 'http'}://${authority}`
