import type { Log } from '#server/http/request-log.ts'
import type { Config } from '#server/settings/config.ts'

const NAME_MAX = 100
/** Common header names, to warn an operator who has configured another one. */
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

/** Reports the header that a trusted proxy sent; `name` is null if the settings expect another header. */
export type NoteProxy = (value: { peer: string; header: string; name: string | null }) => void

/**
 * Reads the user whom the proxy has authenticated. It trusts only the socket's remote address, never X-Forwarded-For, so
 * that a browser behind a proxy cannot pose as one.
 */
export function proxyUserReader(
	{ proxyUserHeader: header }: Pick<Config, 'proxyUserHeader'>,
	{ isProxy, log, note }: { isProxy: (address: string) => boolean; log: Pick<Log, 'warn'>; note: NoteProxy },
): (peer: string | null, headers: Headers) => string | null {
	if (header === null) return () => null
	let isWarned = false
	return (peer, headers) => {
		const value = headers.get(header)
		if (peer !== null && isProxy(peer)) {
			const name = value === null ? null : nameIn(value)
			const sent = name === null ? USUAL_HEADERS.find((usual) => headers.has(usual)) : header
			if (sent !== undefined) note({ peer, header: sent, name })
			return name
		}
		if (value === null) return null
		if (!isWarned)
			log.warn(
				`${peer ?? 'A program'} sends ${header} but is not in --trusted-proxies: nobody is let in by that. Can browsers reach this server beside the proxy?`,
			)
		isWarned = true
		return null
	}
}

/** HTTP joins two such headers with a comma, and one may come from the browser itself, so neither is trusted. */
function nameIn(value: string): string | null {
	const name = value.trim()
	return name === '' || name.length > NAME_MAX || /[,\p{C}]/u.test(name) ? null : name
}
