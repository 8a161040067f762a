import ipaddr from 'ipaddr.js'
import { isIP } from '#server/ip-address.ts'

/** The prefix of public IPv6 addresses. ipaddr.js's 'unicast' also includes embedded IPv4 addresses. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

export function networkOf(address: string): string | null {
	if (isIP(address) === 0) return null
	const parsed = ipaddr.process(address)
	const range = parsed.range()
	if (range !== 'unicast') return range
	return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST) ? 'public' : 'disguised'
}
