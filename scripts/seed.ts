import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EXIT } from '#contract/start-problems.ts'
import { SEED_PASSWORD, seed } from '#db/seed.ts'
import { dataFileIn, openDataFile } from '#server/process/data/data-file.ts'
import { prepareDataFolder } from '#server/process/data/data-folder.ts'
import { takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { StartRefused } from '#server/start-refused.ts'

// bun run seed [--data-dir FOLDER]: adds the fixed family of db/seed.ts to an empty folder. Their password is public, so it
// refuses a folder with real members or a running server.

const { values } = parseArgs({ options: { 'data-dir': { type: 'string', default: './backseat-data' } } })
const folder = resolve(values['data-dir'])
try {
	moveIn()
	console.log(`The family moved into ${folder}. Everybody's password: ${SEED_PASSWORD}`)
} catch (error) {
	if (!(error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number')) throw error
	console.error(error.message)
	process.exit(error.exitCode)
}

function moveIn() {
	prepareDataFolder(folder)
	const lock = takeInstanceLock(folder)
	// Older data belong to real members; migrating them needs a backup, which a server makes.
	const mayMigrate = !existsSync(dataFileIn(folder))
	const db = openDataFile(folder, { mayMigrate, newestBackup: () => null })
	const isDone = seed(db)
	db.close()
	lock.release()
	if (!isDone)
		throw new StartRefused(
			`There are people in ${folder}. The example family goes only where nobody is: name another folder with --data-dir.`,
			EXIT.refused,
		)
}
