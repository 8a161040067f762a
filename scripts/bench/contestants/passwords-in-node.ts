import { argon2, timingSafeEqual } from 'node:crypto'

/** Checks a password against a hash in the PHC form, as Bun.password does: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export function isRightPassword(password: string, phc: string): Promise<boolean> {
	const [, , , parameters = '', salt = '', hash = ''] = phc.split('$')
	const { m, t, p } = Object.fromEntries(parameters.split(',').map((text) => text.split('='))) as Record<string, string>
	const expected = Buffer.from(hash, 'base64')
	const options = {
		message: password,
		nonce: Buffer.from(salt, 'base64'),
		memory: Number(m),
		passes: Number(t),
		parallelism: Number(p),
		tagLength: expected.length,
	}
	return new Promise((resolve, reject) => {
		argon2('argon2id', options, (error, derived) =>
			error ? reject(error) : resolve(timingSafeEqual(derived, expected)),
		)
	})
}
