import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { DAY_MS } from '#contract/plain-words.ts'
import { readTls } from '#server/http/addresses/tls.ts'
import { PIECE_MAX, printable } from '#server/process/log/printable-text.ts'
import { StartRefused } from '#server/process/start-refused.ts'
import type { Config } from '#server/settings/config.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const ABOUT = 'Certificate'
/** Let's Encrypt is renewed 30 days before the end: at 14 something has failed for two weeks. */
const SOON_DAYS = 14
const RENEW = 'Renew it and restart the server.'

/** The certificate with which the server itself speaks https; nothing to say where it does not. */
export function checkCertificate(config: Config, now: Date): Finding[] {
	try {
		const tls = readTls(config)
		return tls ? [judge(new X509Certificate(tls.cert), config, now)] : []
	} catch (error) {
		if (!(error instanceof StartRefused)) throw error
		return [problem(ABOUT, error.message, 'The server does not start like this.')]
	}
}

function judge(certificate: X509Certificate, { tlsCert, publicUrl }: Config, now: Date): Finding {
	const end = certificate.validToDate
	const day = end.toISOString().slice(0, 10)
	if (end < now) return problem(ABOUT, `${tlsCert} ended on ${day}.`, RENEW)
	if (certificate.validFromDate > now)
		return problem(ABOUT, `${tlsCert} is not valid yet.`, 'Check the clock of this machine.')
	const host = publicUrl?.hostname.replace(/^\[|\]$/g, '')
	if (host && !isFor(certificate, host))
		return problem(
			ABOUT,
			`${tlsCert} is not for ${host}, but for ${printable(certificate.subjectAltName ?? 'no name', PIECE_MAX)}.`,
			'Get one for that name, or correct --public-url.',
		)
	const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
	return days < SOON_DAYS
		? warning(ABOUT, `${tlsCert} ends in ${days} days, on ${day}.`, RENEW)
		: ok(ABOUT, `${tlsCert}, until ${day}`)
}

const isFor = (certificate: X509Certificate, host: string) =>
	(isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined
