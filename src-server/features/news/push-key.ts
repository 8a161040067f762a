import { generateKeyPairSync } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { PushKey } from '#server/operations/push/push-encryption.ts'

/** Makes the key that push services know this instance by, when `push-contact` is first set. */
export function ensurePushKey({ db, queries, config }: Pick<Context, 'db' | 'queries' | 'config'>) {
	if (config.pushContact === null || queries.push.pushKey()) return
	db.write(() => queries.push.putPushKey(newPushKey()))
}

/** Takes the place of a key that others may have. No phone rings any more until its owner lets it; answers how many did. */
export const replacePushKey = ({ db, queries }: Pick<Context, 'db' | 'queries'>): number =>
	db.write(() => queries.push.putPushKey(newPushKey()))

export function newPushKey(): PushKey {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
	return {
		privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
		publicKey: Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]),
	}
}
