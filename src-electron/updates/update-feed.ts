const LONGEST = 2000
const THIS_COMPUTER = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address of new versions, from what somebody typed; blank switches updates off.
 * What comes from there gets installed, so nobody on the way may change it: https, or this computer itself.
 */
export function readFeed(text: string): { feed: string | null } | { message: string } {
	const typed = text.trim()
	if (typed === '') return { feed: null }
	const url = typed.length <= LONGEST ? URL.parse(typed) : null
	const isTrusted = url?.protocol === 'https:' || (url?.protocol === 'http:' && THIS_COMPUTER.has(url.hostname))
	if (!url || !isTrusted)
		return { message: 'Give the whole address, starting with https://, or leave it blank for no updates.' }
	if (url.username || url.password)
		return { message: 'Leave the name and password out of the address; they would be kept in the open.' }
	url.hash = ''
	return { feed: url.href }
}
