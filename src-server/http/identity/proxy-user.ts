import type { Log } from '#server/http/request-log.ts'
import type { Config } from '#server/settings/config.ts'

const NAME_MAX = 100

/**
 * Reads who has logged in at the proxy. Believed of trusted proxies alone, and of the program at the other end of the
 * connection: whatever X-Forwarded-For says, a browser behind one cannot be another.
 */
export function proxyUserReader(
	{ proxyUserHeader: header }: Pick<Config, 'proxyUserHeader'>,
	{ isProxy, log }: { isProxy: (address: string) => boolean; log: Pick<Log, 'warn'> },
): (peer: string | null, headers: Headers) => string | null {
	if (header === null) return () => null
	let isWarned = false
	return (peer, headers) => {
		const said = headers.get(header)
		if (said === null) return null
		if (peer !== null && isProxy(peer)) return nameIn(said)
		if (!isWarned)
			log.warn(
				`${peer ?? 'A program'} sends ${header} but is not in --trusted-proxies: nobody is let in by that. Can browsers reach this server beside the proxy?`,
			)
		isWarned = true
		return null
	}
}

/** Two of them are joined by a comma, and one may be the browser's own: then nobody knows who it is. */
function nameIn(said: string): string | null {
	const name = said.trim()
	return name === '' || name.length > NAME_MAX || /[,\p{C}]/u.test(name) ? null : name
}
