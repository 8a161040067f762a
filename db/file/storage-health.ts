import { type StorageTrouble, storageTrouble } from './storage-trouble.ts'
import { lacksTemporaryFolder, noTemporaryFolder } from './temporary-files.ts'

/**
 * Tracks the state of the disk. A full or failing disk may recover, so each write tries again. After damage, writing stops
 * until a start has checked the whole file, so that the damage does not spread.
 */
export function storageHealth(path: string, warn: (text: string) => void) {
	let state: StorageTrouble | null = null
	let damage: unknown

	return {
		failed(error: unknown) {
			const trouble = storageTrouble(error)
			if (!trouble || trouble === state || state === 'damaged') return
			state = trouble
			if (trouble === 'damaged') damage = error
			const what = lacksTemporaryFolder(error) ? noTemporaryFolder(path) : messages[trouble](path)
			warn(`${what} (${String(error)})`)
		},
		wrote() {
			if (state === null) return
			state = null
			warn(`${path} can be written to again.`)
		},
		refuseIfDamaged() {
			if (state === 'damaged') throw damage
		},
		state: () => state,
	}
}

const messages: Record<StorageTrouble, (path: string) => string> = {
	full: (path) =>
		`THE DISK IS FULL: nothing can be saved in ${path}. Reading goes on; writing will when there is room.`,
	failing: (path) => `THE DISK FAILS: nothing could be saved in ${path}. Each write is tried again.`,
	damaged: (path) =>
		`THE DATA ARE DAMAGED: ${path} is not written to any more; what can be read is read. Stop the server, keep a copy of the data folder, and restore a backup.`,
}
