/** One segment of an instance's base path, as the server's setting `base-path` allows it. No percent signs, no leading dot. */
const NAME = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/

export const LONGEST_ADDRESS = 2000

/**
 * The instance's base address with a trailing slash ('https://rides.example/rides/'), from one of its addresses and the
 * segments of its base path. The host is in punycode, which exposes lookalike letters. Null if the address is not acceptable.
 */
export function baseAddress(url: URL, names: string[]): string | null {
	const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
	if (!isWeb || url.username || url.password || !names.every((name) => NAME.test(name))) return null
	return [url.origin, ...names, ''].join('/')
}

export type DeepLink = { token: string; server: string }

export const CLAIM_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

const SCHEME = 'backseat://'

/*
 * Any web page can start the desktop app with such a link, so nothing is corrected here: a link that is not exactly as the
 * product writes it is rejected. Patterns run before the parsers, which tolerate tabs, backslashes, dots and capitals.
 */
const CLAIM_LINK = /^backseat:\/\/claim\/([A-Za-z0-9_-]+)\?server=([^&#]+)$/
/** Plain ASCII without percent signs: rejects double encoding, and lookalike letters must come in punycode. */
const SERVER =
	/^https?:\/\/(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?((?:\/[A-Za-z0-9._~-]+)*)\/?$/

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

/** Windows and Linux pass it among the start arguments. Does not validate it. */
export function deepLinkIn(argv: string[]): string | null {
	return argv.find((argument) => argument.startsWith(SCHEME)) ?? null
}

export function isEncrypted(server: string): boolean {
	return URL.parse(server)?.protocol === 'https:'
}

function decodedOnce(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return ''
	}
}
