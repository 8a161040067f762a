import type { Database } from '#db/database.ts'
import { signingKey } from '#db/schema.ts'

export function pictureQueries({ orm }: Database) {
	return {
		/** 256 bits, for nobody else. Made by a migration. */
		signingKey: (): Uint8Array => {
			const made = orm.select().from(signingKey).get()
			if (!made) throw new Error('The data file has no key to sign with')
			return made.key
		},
	}
}
