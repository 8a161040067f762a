import { isIP } from '#server/ip-address.ts'
import type { Config } from './config.ts'

/** The port with TLS from the first byte, and those that start without it. */
const ENCRYPTED_PORT = '465'
const PLAIN_PORTS = ['25', '587']

export function mailServerMistake(smtpUrl: string): { says: string; todo: string } | null {
	const { protocol, port } = new URL(smtpUrl)
	if (protocol === 'smtp:' && port === ENCRYPTED_PORT)
		return {
			says: `smtp-url begins with smtp:// and names port ${port}, where mail servers expect encryption from the first byte.`,
			todo: 'Write smtps://.',
		}
	if (protocol === 'smtps:' && PLAIN_PORTS.includes(port))
		return {
			says: `smtp-url begins with smtps:// and names port ${port}, where mail servers begin without encryption.`,
			todo: 'Write smtp://: the connection is encrypted by STARTTLS before the password is sent.',
		}
	return null
}

const withoutFinalDot = (name: string) => name.replace(/\.$/, '')
const isFullName = (name: string) => name.includes('.') && isIP(name) === 0 && !name.startsWith('[')

/**
 * The EHLO name. Strict servers reject a name without a dot, and an IP address; undefined leaves it to the library, which
 * uses the machine's own name.
 */
export function greetingName({ publicUrl, smtpFrom }: Pick<Config, 'publicUrl' | 'smtpFrom'>): string | undefined {
	const names = [
		publicUrl?.hostname ?? '',
		process.getBuiltinModule('node:url').domainToASCII(smtpFrom?.split('@').at(-1) ?? ''),
	]
	return names.map(withoutFinalDot).find(isFullName)
}

/** The library verifies certificates for the name as written, and no certificate has a final dot. */
export function mailServerUrl(smtpUrl: string): URL {
	const url = new URL(smtpUrl)
	if (url.hostname.endsWith('.')) url.hostname = withoutFinalDot(url.hostname)
	return url
}
