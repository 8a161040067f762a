import type { Log } from '#server/http/request-log.ts'
import type { Config } from '#server/settings/config.ts'

const NAME_MAX = 100
/** What proxies call it, for an operator who has set another. */
const USUAL_HEADERS = [
	'Remote-User',
	'X-Remote-User',
	'X-Forwarded-User',
	'X-Forwarded-Preferred-Username',
	'X-Auth-Request-User',
	'X-Auth-Request-Preferred-Username',
	'X-Authentik-Username',
	'X-Webauth-User',
	'Tailscale-User-Login',
]

/** Is told what a trusted proxy said; `name` is null for a header that is not the one in the settings. */
export type NoteProxy = (said: { peer: string; header: string; name: string | null }) => void

/**
 * Reads who has logged in at the proxy. Believed of trusted proxies alone, and of the program at the other end of the
 * connection: whatever X-Forwarded-For says, a browser behind one cannot be another.
 */
export function proxyUserReader(
	{ proxyUserHeader: header }: Pick<Config, 'proxyUserHeader'>,
	{ isProxy, log, note }: { isProxy: (address: string) => boolean; log: Pick<Log, 'warn'>; note: NoteProxy },
): (peer: string | null, headers: Headers) => string | null {
	if (header === null) return () => null
	let isWarned = false
	return (peer, headers) => {
		const said = headers.get(header)
		if (peer !== null && isProxy(peer)) {
			const name = said === null ? null : nameIn(said)
			const sent = name === null ? USUAL_HEADERS.find((usual) => headers.has(usual)) : header
			if (sent !== undefined) note({ peer, header: sent, name })
			return name
		}
		if (said === null) return null
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
