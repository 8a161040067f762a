import type { X509Certificate } from 'node:crypto'
import { isIP } from '#server/ip-address.ts'
import { PURPOSES } from './purposes.ts'

/** The certificate may be invalid. No request is sent to that server. */
export function certificateAt({ hostname, port }: URL): Promise<X509Certificate> {
	const { X509Certificate } = process.getBuiltinModule('node:crypto')
	const host = hostname.replace(/^\[|\]$/g, '')
	const { promise, resolve, reject } = Promise.withResolvers<X509Certificate>()
	const options = { host, port: Number(port || 443), rejectUnauthorized: false }
	const socket = process
		.getBuiltinModule('node:tls')
		.connect(isIP(host) === 0 ? { ...options, servername: host } : options, () => {
			const { raw } = socket.getPeerCertificate()
			if (raw) resolve(new X509Certificate(raw))
			else reject(new Error('It has shown no certificate'))
			socket.destroy()
		})
	socket.on('error', reject)
	const timer = setTimeout(() => {
		reject(new Error('No answer'))
		socket.destroy()
	}, PURPOSES.certificate.timeoutMs)
	return promise.finally(() => clearTimeout(timer))
}
