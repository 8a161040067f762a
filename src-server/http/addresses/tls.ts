import type { KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { EXIT } from '#contract/start-problems.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'

export type OwnTls = { cert: string; key: string; validTo: Date }

/** Throws one line for the operator if a file is unusable. Null for plain http. */
export function readTls({ tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>): OwnTls | null {
	if (tlsCert === null || tlsKey === null) return null
	const cert = pemIn(tlsCert, 'tls-cert')
	const key = pemIn(tlsKey, 'tls-key')
	const certificate = certificateOf(cert, tlsCert)
	if (!certificate.checkPrivateKey(keyOf(key, tlsKey)))
		throw refused(
			'tls-key',
			`The key in ${tlsKey} does not belong to the certificate in ${tlsCert}. Set tls-key to its own.`,
		)
	return { cert, key, validTo: certificate.validToDate }
}

function pemIn(path: string, name: TlsSetting): string {
	try {
		return readFileSync(path, 'utf8')
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		throw refused(name, `Cannot read ${path} (${name}): ${code}. Name a file that this user may read.`)
	}
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The server's certificate comes first; the chain must parse too. */
function certificateOf(pem: string, path: string): X509Certificate {
	const { X509Certificate } = process.getBuiltinModule('node:crypto')
	try {
		const [own] = (pem.match(CERTIFICATES) ?? []).map((text) => new X509Certificate(text))
		if (own) return own
	} catch {}
	throw refused(
		'tls-cert',
		`${path} (tls-cert) holds no certificate in PEM form. Name the file that begins with BEGIN CERTIFICATE.`,
	)
}

function keyOf(pem: string, path: string): KeyObject {
	try {
		return process.getBuiltinModule('node:crypto').createPrivateKey(pem)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE')
			throw refused(
				'tls-key',
				`The key in ${path} (tls-key) has a passphrase. Take it off with: openssl pkey -in ${path} -out new.pem`,
			)
		throw refused(
			'tls-key',
			`${path} (tls-key) holds no private key in PEM form. Name the file that has BEGIN PRIVATE KEY in it.`,
		)
	}
}

type TlsSetting = 'tls-cert' | 'tls-key'

const refused = (setting: TlsSetting, message: string) => new StartRefused(message, EXIT.badSetting, { setting })
