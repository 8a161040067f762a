import { isIP } from 'node:net'
import { baseAddress, LONGEST_ADDRESS } from './base-address.ts'
import { CLAIM_TOKEN, parseDeepLink } from './deep-link.ts'

/** An instance, with a slash at the end, and what to open there ('claim/…'; '' is its front page). */
export type Candidate = { base: string; path: string }

const ID = /^\d+$/
const CODE = /^[A-Za-z0-9_-]{4,64}$/
/** Where the product's own addresses begin, behind an instance's base path (src-ui/routes), and what may follow. */
const PAGES_WITH_ONE = new Map([
	...['auth', 'rating', 'profile', 'infographic', 'share-ghost'].map((page) => [page, ID] as const),
	...['claim', 'invite', 'reset'].map((page) => [page, CODE] as const),
])
const PAGES = new Set(['home', 'add-driver', ...PAGES_WITH_ONE.keys()])
/** What somebody was sent in order to open it. Everything else only says where the instance is. */
const KEPT = new Map([
	['claim', CLAIM_TOKEN],
	['invite', CODE],
])

/** Characters that show nothing; chats slip them into what is copied. */
const INVISIBLE = /\p{Cf}/gu
const AROUND = /[\s"'`<>«»“”„‘’]+/
const WITH_SCHEME = /(?:backseat|https?):\/\/[^\s"'`<>«»“”„‘’]+/i
const BARE = /^(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)(:\d{1,5})?(?=[/?#]|$)/iu

/** Where a friend's instance may be, in the order to try, by the text that somebody pasted. Empty without an address. */
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
	const [page = '', of = ''] = names.slice(-2)
	const isPageOfOne = PAGES_WITH_ONE.get(page)?.test(of) ?? false
	const isPage = PAGES.has(names.at(-1) ?? '')
	const base = baseAddress(url, names.slice(0, names.length - (isPageOfOne ? 2 : isPage ? 1 : 0)))
	if (base === null) return null
	return { base, path: isPageOfOne && KEPT.get(page)?.test(of) ? `${page}/${of}` : '' }
}

/** Words that look like an address. A name without a dot counts when it is the whole text: 'attic-pc'. */
function bareAddresses(text: string): string[] {
	const words = text.split(AROUND).filter((word) => word !== '')
	return words
		.map((word) => (isIP(word) === 6 ? `[${word}]` : withoutPunctuation(word)))
		.filter((word) => {
			const [, host = '', port] = BARE.exec(word) ?? []
			// '12345' would be read as an IP address, too, and mean somebody else's computer.
			if (host === '' || (/^[\d.]+$/.test(host) && isIP(host) === 0)) return false
			return words.length === 1 || port !== undefined || /[.[]/.test(host)
		})
}

/** https first for names on the internet, http first for what is rather a computer at home. */
function withSchemes(bare: string): string[] {
	const [, host = '', port] = BARE.exec(bare) ?? []
	const isAtHome =
		port !== undefined || host.startsWith('[') || isIP(host) !== 0 || /^localhost$|\.local(host)?$/i.test(host)
	const schemes = isAtHome ? ['http', 'https'] : ['https', 'http']
	return schemes.map((scheme) => `${scheme}://${bare}`)
}

/** Without what the sentence around put there: 'friend.example).' */
function withoutPunctuation(text: string): string {
	const bare = text.replace(/^[({]+/, '').replace(/[.,;:!?…)}]+$/, '')
	return bare.includes('[') ? bare : bare.replace(/\]+$/, '')
}
