import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What IPv6 addresses of the internet begin with. The others of ipaddr.js's 'unicast' include IPv4 addresses in disguise. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** `public` for an address of the internet; otherwise the kind of network that has it; null for text that is no address. */
export function networkOf(address: string): string | null {
	if (isIP(address) === 0) return null
	const parsed = ipaddr.process(address)
	const range = parsed.range()
	if (range !== 'unicast') return range
	return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST) ? 'public' : 'disguised'
}
