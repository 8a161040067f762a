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
