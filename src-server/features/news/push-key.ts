import type { Context } from '#server/context.ts'
import type { PushKey } from '#server/operations/push/push-encryption.ts'

export function ensurePushKey({ db, queries, config }: Pick<Context, 'db' | 'queries' | 'config'>) {
	if (config.pushContact === null || queries.push.pushKey()) return
	db.write(() => queries.push.putPushKey(newPushKey()))
}

/** Replaces a leaked key and returns the number of subscriptions it ended; each phone has to subscribe again. */
export const replacePushKey = ({ db, queries }: Pick<Context, 'db' | 'queries'>): number =>
	db.write(() => queries.push.putPushKey(newPushKey()))

export function newPushKey(): PushKey {
	const { privateKey, publicKey } = process
		.getBuiltinModule('node:crypto')
		.generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
	return {
		privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
		publicKey: Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]),
	}
}
