/** A name in the base path of an instance, as the server's own setting `base-path` has it. No percent signs, no dots in front. */
const NAME = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/

/** The longest text that is looked at at all; nobody's address is longer. */
export const LONGEST_ADDRESS = 2000

/**
 * Where an instance is, with a slash at the end ('https://rides.example/rides/'), from any of its addresses and the names
 * of its base path. Names from other alphabets are in punycode, so that a lookalike is seen to be one. Null: no such place.
 */
export function baseAddress(url: URL, names: string[]): string | null {
	const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
	if (!isWeb || url.username || url.password || !names.every((name) => NAME.test(name))) return null
	return [url.origin, ...names, ''].join('/')
}

/** `server`: the instance's address, with a slash at the end. */
export type DeepLink = { token: string; server: string }

export const CLAIM_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

const SCHEME = 'backseat://'

/*
 * Any page can start the desktop app with such a link, so nothing is corrected here: what is not exactly as the product
 * writes it is none. The patterns come before the parsers, which forgive tabs, backslashes, dots and capitals.
 */
const CLAIM_LINK = /^backseat:\/\/claim\/([A-Za-z0-9_-]+)\?server=([^&#]+)$/
/** Plain ASCII without a percent sign: what is encoded twice is refused, and lookalike letters must come in punycode. */
const SERVER =
	/^https?:\/\/(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?((?:\/[A-Za-z0-9._~-]+)*)\/?$/

/** Reads `backseat://claim/{token}?server={address}`, the address as it is or percent-encoded once; null for all else. */
export function parseDeepLink(text: string): DeepLink | null {
	if (text.length > LONGEST_ADDRESS) return null
	const [, token = '', encoded = ''] = CLAIM_LINK.exec(text) ?? []
	const address = decodedOnce(encoded)
	const path = SERVER.exec(address)?.[1]
	const url = URL.parse(address)
	if (!CLAIM_TOKEN.test(token) || path === undefined || !url) return null
	const server = baseAddress(url, path.split('/').slice(1))
	return server ? { token, server } : null
}

/** The link among the arguments of a start: Windows and Linux hand it over like that. Whether it is a good one is not said. */
export function deepLinkIn(argv: string[]): string | null {
	return argv.find((argument) => argument.startsWith(SCHEME)) ?? null
}

/** Whether nobody on the way can read along. */
export function isEncrypted(server: string): boolean {
	return URL.parse(server)?.protocol === 'https:'
}

/** '' for what is not properly encoded. */
function decodedOnce(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return ''
	}
}
