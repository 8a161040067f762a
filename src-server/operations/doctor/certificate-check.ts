import type { X509Certificate } from 'node:crypto'
import { counted, DAY_MS } from '#contract/plain-words.ts'
import { marked, markedN } from '#contract/text.ts'
import { type OwnTls, readTls } from '#server/http/addresses/tls.ts'
import { isIP } from '#server/ip-address.ts'
import { PIECE_MAX, printable } from '#server/log/printable-text.ts'
import { certificateAt } from '#server/outbound/certificate-at.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const ABOUT = marked('Certificate').text
/** Let's Encrypt certificates are renewed 30 days before expiry, so at 14 days renewal has failed for two weeks. */
const SOON_DAYS = 14
const RENEW = marked('Renew it and restart the server.')

/** Checks the server's own certificate; empty if it does not speak https. */
export function checkCertificate(config: Config, now: Date): Finding[] {
	try {
		const tls = readTls(config)
		return tls ? [judge(certificateOf(tls), config, now)] : []
	} catch (error) {
		if (!(error instanceof StartRefused)) throw error
		return [problem(ABOUT, error.message, marked('The server does not start like this.'))]
	}
}

const certificateOf = ({ cert }: OwnTls) => new (process.getBuiltinModule('node:crypto').X509Certificate)(cert)

function judge(certificate: X509Certificate, { tlsCert, publicUrl }: Config, now: Date): Finding {
	const file = `${tlsCert}`
	const day = endOf(certificate)
	if (certificate.validToDate < now) return problem(ABOUT, marked('{file} ended on {day}.', { file, day }), RENEW)
	if (certificate.validFromDate > now)
		return problem(ABOUT, marked('{file} is not valid yet.', { file }), marked('Check the clock of this machine.'))
	const host = publicUrl?.hostname.replace(/^\[|\]$/g, '')
	if (host && !isFor(certificate, host))
		return problem(
			ABOUT,
			certificate.subjectAltName === undefined
				? marked('{file} is not for {host}, but for no name.', { file, host })
				: marked('{file} is not for {host}, but for {names}.', {
						file,
						host,
						names: printable(certificate.subjectAltName, PIECE_MAX),
					}),
			marked('Get one for that name, or correct --public-url.'),
		)
	const days = daysLeft(certificate, now)
	return days < SOON_DAYS
		? warning(
				ABOUT,
				markedN('{file} ends in # day, on {day}.', '{file} ends in # days, on {day}.', days, { file, day }),
				RENEW,
			)
		: ok(ABOUT, marked('{file}, until {day}', { file, day }))
}

const endOf = ({ validToDate }: X509Certificate) => validToDate.toISOString().slice(0, 10)

/** The expiry in words if it is near or past; otherwise null. */
export function nearEnd(certificate: X509Certificate, now: Date): string | null {
	const days = daysLeft(certificate, now)
	if (days < 0) return `ended on ${endOf(certificate)}`
	return days < SOON_DAYS ? `ends in ${counted(days, 'day')}, on ${endOf(certificate)}` : null
}

const daysLeft = ({ validToDate }: X509Certificate, now: Date) =>
	Math.floor((validToDate.getTime() - now.getTime()) / DAY_MS)

const isFor = (certificate: X509Certificate, host: string) =>
	(isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined

/** Checks the certificate of a proxy at the public address. `checkPublicUrl` reports the other faults of that address. */
export async function checkPublicCertificate(config: Config, now: Date): Promise<Finding[]> {
	if (config.tlsCert !== null) return []
	const found = await visitorsCertificate(config)
	if (typeof found === 'string') return []
	const named = `That of ${config.publicUrl?.host}`
	const end = nearEnd(found, now)
	return [end === null ? ok(ABOUT, `${named}, until ${endOf(found)}`) : warning(ABOUT, `${named} ${end}.`, 'Renew it.')]
}

/** The server's own certificate, or that at the public address; `unknown` if it does not answer. */
export async function visitorsCertificate(config: Config): Promise<X509Certificate | 'none' | 'unknown'> {
	try {
		const tls = readTls(config)
		if (tls) return certificateOf(tls)
		return config.publicUrl?.protocol === 'https:' ? await certificateAt(config.publicUrl) : 'none'
	} catch {
		return 'unknown'
	}
}
