import { createECDH } from 'node:crypto'
import { decrypt } from 'http_ece'

/** A browser's keys as in `PushSubscription.toJSON()`, and a decoder for messages that uses a third-party library. */
export function pushBrowser() {
	const own = createECDH('prime256v1')
	own.generateKeys()
	const auth = crypto.getRandomValues(new Uint8Array(16))
	const p256dh = new Uint8Array(own.getPublicKey())
	return {
		keys: { p256dh, auth },
		json: { p256dh: base64url(p256dh), auth: base64url(auth) },
		read: (body: Uint8Array): string =>
			decrypt(Buffer.from(body), {
				version: 'aes128gcm',
				privateKey: own,
				authSecret: Buffer.from(auth),
			}).toString(),
	}
}

const base64url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
