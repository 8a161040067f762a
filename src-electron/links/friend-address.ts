import { isIP } from 'node:net'
import { NEUTRAL_PAGE, namedAt, PAGE_PATHS, PAGES, pageAt } from '#contract/pages.ts'
import { baseAddress, CLAIM_TOKEN, LONGEST_ADDRESS, parseDeepLink } from './deep-link.ts'

/** `base` ends with a slash. `path` is '' for the front page. */
export type Candidate = { base: string; path: string }

const CODE = /^[A-Za-z0-9_-]{4,64}$/
const NAMED = { number: /^\d+$/, code: CODE, month: /^\d{4}-\d\d$/ }
/** Pages that people share as links. From any other page only the instance's address is kept. */
const KEPT: Partial<Record<string, RegExp>> = { '/claim/*': CLAIM_TOKEN, '/invite/*': CODE, '/trip/*': CODE }

/** Zero-width characters; chat apps insert them into copied text. */
const INVISIBLE = /\p{Cf}/gu
const AROUND = /[\s"'`<>«»“”„‘’]+/
const WITH_SCHEME = /(?:backseat|https?):\/\/[^\s"'`<>«»“”„‘’]+/i
const BARE = /^(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)(:\d{1,5})?(?=[/?#]|$)/iu

export function candidatesIn(text: string): Candidate[] {
	if (text.length > LONGEST_ADDRESS) return []
	const visible = text.replace(INVISIBLE, '')
	const complete = visible.match(WITH_SCHEME)?.[0]
	if (complete) return candidatesAt(complete)
	return bareAddresses(visible).slice(0, 1).flatMap(withSchemes).flatMap(candidatesAt)
}

function candidatesAt(address: string): Candidate[] {
	const link = parseDeepLink(address) ?? parseDeepLink(withoutPunctuation(address))
	if (link) return [{ base: link.server, path: `claim/${link.token}` }]
	const url = URL.parse(withoutPunctuation(address))
	const candidate = url && candidateAt(url)
	return candidate ? [candidate] : []
}

function candidateAt(url: URL): Candidate | null {
	const names = url.pathname.split('/').filter((name) => name !== '')
	const end = pageAtEnd(names)
	const base = baseAddress(url, names.slice(0, names.length - end.length))
	if (base === null) return null
	const page = pageAt(end.join('/')) ?? ''
	const named = namedAt(end.join('/'))
	return { base, path: KEPT[page]?.test(named) ? page.slice(1).replace('*', () => named) : '' }
}

/** The trailing path segments that belong to a page; the ones before them are the instance's base path. */
function pageAtEnd(names: string[]): string[] {
	const ends = [-2, -1].map((from) => names.slice(from))
	return ends.find((end) => isPage(`/${end.join('/')}`)) ?? []
}

function isPage(address: string): boolean {
	// The pasted link lost its end: '/claim'.
	if (address === NEUTRAL_PAGE || PAGE_PATHS.some((path) => path === `${address}/*`)) return true
	const page = pageAt(address)
	const named = page && PAGES[page]
	return page !== null && (named === null || NAMED[named].test(namedAt(address)))
}

/** A name without a dot counts only as the whole text: 'attic-pc'. */
function bareAddresses(text: string): string[] {
	const words = text.split(AROUND).filter((word) => word !== '')
	return words
		.map((word) => (isIP(word) === 6 ? `[${word}]` : withoutPunctuation(word)))
		.filter((word) => {
			const [, host = '', port] = BARE.exec(word) ?? []
			// The URL parser would read '12345' as an IP address of another computer.
			if (host === '' || (/^[\d.]+$/.test(host) && isIP(host) === 0)) return false
			return words.length === 1 || port !== undefined || /[.[]/.test(host)
		})
}

function withSchemes(bare: string): string[] {
	const [, host = '', port] = BARE.exec(bare) ?? []
	const isAtHome =
		port !== undefined || host.startsWith('[') || isIP(host) !== 0 || /^localhost$|\.local(host)?$/i.test(host)
	const schemes = isAtHome ? ['http', 'https'] : ['https', 'http']
	return schemes.map((scheme) => `${scheme}://${bare}`)
}

function withoutPunctuation(text: string): string {
	const bare = text.replace(/^[({]+/, '').replace(/[.,;:!?…)}]+$/, '')
	return bare.includes('[') ? bare : bare.replace(/\]+$/, '')
}
