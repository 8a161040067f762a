import * as v from 'valibot'
import { redirectUri } from '#server/http/addresses/provider.ts'
import { PIECE_MAX, printable } from '#server/log/printable-text.ts'
import { noAnswerWithin, PURPOSES } from '#server/outbound/purposes.ts'
import { webAnswer } from '#server/outbound/web-answer.ts'
import { proxyNote } from '#server/process/proxy-note.ts'
import type { Config } from '#server/settings/config.ts'
import { type Finding, ok, problem, unknown, warning } from './finding.ts'

const PROVIDER = 'Provider'
const About = v.object({ issuer: v.string() })

/** Checks the provider's discovery document and names the redirect URI to register there. */
export async function checkProvider(config: Config): Promise<Finding[]> {
	const { oidcIssuer: issuer } = config
	if (issuer === null) return []
	const address = new URL(`${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`)
	try {
		const { status, body } = await webAnswer('doctor', address)
		return [judged(config, address, { status, body })]
	} catch (error) {
		const { name, code, message } = error as NodeJS.ErrnoException
		const isLate = name === 'AbortError' || name === 'TimeoutError'
		const reason = isLate ? noAnswerWithin(PURPOSES.doctor.timeoutMs) : printable(code ?? message, PIECE_MAX)
		return [
			problem(
				PROVIDER,
				`${issuer.href} cannot be reached from here: ${reason}.`,
				'Nobody can log in with it meanwhile. Is it running, and is oidc-issuer its address?',
			),
		]
	}
}

function judged(config: Config, address: URL, { status, body }: { status: number; body: string }): Finding {
	const own = config.oidcIssuer?.href
	const issuer = issuerIn(body)
	if (issuer === null)
		return problem(
			PROVIDER,
			`${address.href} answers ${status}, and not as an OpenID provider does.`,
			'Set --oidc-issuer to the address that ends where /.well-known/openid-configuration begins.',
		)
	if (URL.parse(issuer)?.href !== own)
		return problem(
			PROVIDER,
			`The provider at ${own} calls itself ${printable(issuer, PIECE_MAX)}.`,
			'Set --oidc-issuer to what it calls itself.',
		)
	return ok(PROVIDER, `${own} answers. Redirect URI for your provider: ${redirectUri(config)}`)
}

function issuerIn(body: string): string | null {
	try {
		return v.parse(About, JSON.parse(body)).issuer
	} catch {
		return null
	}
}

const PROXY = 'Proxy’s header'
const MINUTE_MS = 60_000

export function checkProxyHeader({ proxyUserHeader: header, dataDir }: Config, now: Date): Finding[] {
	if (header === null) return []
	const note = proxyNote(dataDir)
	if (note === null)
		return [
			unknown(PROXY, `no trusted proxy has said ${header} since the start; open the public address, and look again`),
		]
	const peer = printable(note.peer, PIECE_MAX)
	const name = note.name === null ? null : printable(note.name, PIECE_MAX)
	if (name !== null && note.header === header)
		return [ok(PROXY, `The proxy at ${peer} said ${header}: ${name}, ${ago(now, note.at)}`)]
	return [
		warning(
			PROXY,
			`The proxy at ${peer} sent ${printable(note.header, PIECE_MAX)} but you set ${header}.`,
			'Set --proxy-user-header to the one that it sends, or have it send the other.',
		),
	]
}

function ago(now: Date, at: string): string {
	const minutes = Math.floor((now.getTime() - Date.parse(at)) / MINUTE_MS)
	if (!(minutes >= 1)) return 'just now'
	return minutes < 120
		? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
		: `on ${at.slice(0, 16).replace('T', ' at ')} UTC`
}
