import type { Config } from '#server/settings/config.ts'
import { type Host, isThisMachine, ownNameTest, readHost } from './host-names.ts'

/** What a Host header says, and what that means here. */
export type AskedHost = Host & {
	/** Whether this server answers to that name. */
	isOwnName: boolean
	isThisMachine: boolean
	/** Whether it is the https public URL. */
	isPublicHttps: boolean
}

const KNOWN_MAX = 100

/**
 * Reads Host headers; null for one that cannot be the host of any address. Nearly all requests come under one name, so
 * what was found out is kept: 1.5 of the 20 µs that a small answer takes.
 */
export function hostReader(
	config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>,
): (header: string | null) => AskedHost | null {
	const isOwnName = ownNameTest(config)
	const { publicUrl } = config
	const isPublicHttps = ({ name, port }: Host) =>
		publicUrl?.protocol === 'https:' && publicUrl.hostname === name && (publicUrl.port || '443') === (port || '443')
	const known = new Map<string, AskedHost | null>()

	return (header) => {
		const text = header ?? ''
		const found = known.get(text)
		if (found !== undefined) return found
		const host = readHost(text)
		const asked = host && {
			...host,
			isOwnName: isOwnName(host.name),
			isThisMachine: isThisMachine(host.name),
			isPublicHttps: isPublicHttps(host),
		}
		// Somebody makes names up.
		if (known.size >= KNOWN_MAX) known.clear()
		known.set(text, asked)
		return asked
	}
}
