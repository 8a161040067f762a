import type { Database } from '#db/database.ts'
import { storageTrouble } from './storage-trouble.ts'

/**
 * Saves what a read notes in passing. Returns false while a long write holds the lock or the disk is full, so that the
 * read succeeds; a later one tries again.
 */
export function optionalWrite(db: Pick<Database, 'turns' | 'write'>, write: () => void): boolean {
	if (db.turns.areTaken()) return false
	try {
		db.write(write)
		return true
	} catch (error) {
		if (storageTrouble(error)) return false
		throw error
	}
}
