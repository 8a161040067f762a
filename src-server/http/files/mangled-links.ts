import { PAGES, type PagePath, pageAt } from '#contract/pages.ts'
import { LINK_TOKEN_LENGTH } from '#server/tokens.ts'

const LENGTH_MAX = 2000

/** Quotes, brackets and Markdown marks before a segment. */
const BEFORE = /^[^\p{L}\p{N}_-]+/u
/** Chats and mail programs insert line breaks, spaces, zero-width characters and soft hyphens into long links. */
const BREAKS = /[\s\p{Cc}\p{Cf}]+/gu

type Kind = NonNullable<(typeof PAGES)[PagePath]>
const NAMES: Record<Kind, RegExp> = {
	number: /^[1-9]\d{0,15}(?![\p{L}\d_-])/u,
	month: /^\d{4}-\d{2}(?!\d)/,
	code: /^[A-Za-z0-9_-]{10,}/,
}

/**
 * Repairs links mangled by chats or people: surrounding punctuation, double encoding, inserted spaces, doubled slashes.
 * Null if the link is exact or beyond repair.
 */
export function repairedAddress(path: string): string | null {
	if (path.length > LENGTH_MAX) return null
	const text = decoded(path)
	if (text === null) return null
	const repaired = pageOf(cleaned(text).split('/').filter(Boolean))
	return repaired === null || isExact(path, repaired) ? null : `/${repaired}`
}

/** Ignores outer slashes, percent-encoding and, except in codes, case. */
function isExact(path: string, repaired: string): boolean {
	const segments = path.split('/').map(decodeURIComponent)
	const from = segments.findIndex(Boolean)
	const requested = segments.slice(from, segments.findLastIndex(Boolean) + 1)
	const meant = repaired.split('/')
	const isCode = pageAt(path)?.endsWith('/*')
	return (
		requested.length === meant.length &&
		meant.every((segment, at) =>
			isCode && at === meant.length - 1 ? segment === requested[at] : segment === requested[at]?.toLowerCase(),
		)
	)
}

const cleaned = (text: string) =>
	text
		.replace(BREAKS, '')
		.replace(/[?#&].*$/s, '')
		.replaceAll('\\', '/')

function decoded(path: string): string | null {
	try {
		const once = decodeURIComponent(path)
		return /%[0-9a-f]{2}/i.test(once) ? decodeURIComponent(once) : once
	} catch {
		return null
	}
}

function pageOf(segments: string[]): string | null {
	const [first = '', second] = segments.map((segment) => segment.replace(BEFORE, ''))
	const word = first.toLowerCase()
	const page = second === undefined ? null : (`/${word}/*` as PagePath)
	const kind = page !== null && page in PAGES ? PAGES[page] : null
	if (kind === null || pageAt(`/${word}/${second}`) !== page) return fixedPageOf(segments)
	const name = NAMES[kind].exec(second ?? '')?.[0]
	if (name === undefined) return fixedPageOf(segments)
	if (segments.length > 2 && kind !== 'code') return null
	return `${word}/${kind === 'code' && word !== 'unsubscribe' ? name.slice(0, LINK_TOKEN_LENGTH) : name}`
}

function fixedPageOf(segments: string[]): string | null {
	const words = segments.map((segment) =>
		segment
			.replace(BEFORE, '')
			.replace(/[^a-z0-9]+$/i, '')
			.toLowerCase(),
	)
	const address = words.filter(Boolean).join('/')
	const page = address === '' ? null : pageAt(`/${address}`)
	return page !== null && PAGES[page] === null ? address : null
}
