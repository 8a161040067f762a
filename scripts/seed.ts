import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/database.ts'
import { SEED_PASSWORD, seed } from '#db/seed.ts'
import { prepareDataFolder } from '#server/platform/data-folder.ts'

// bun run seed [--data-dir FOLDER]: moves the fixed family of db/seed.ts in, once.

const { values } = parseArgs({ options: { 'data-dir': { type: 'string', default: './backseat-data' } } })
const folder = resolve(values['data-dir'])
prepareDataFolder(folder)
const db = openDatabase(join(folder, 'backseat.db'))
const isNew = seed(db)
db.close()
console.log(isNew ? `The family moved into ${folder}. Everybody's password: ${SEED_PASSWORD}` : 'The family is in.')
