import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { removeLeftTemporaryFiles } from './temporary-files.ts'

const freshFolder = (name = '') => mkdtempSync(join(tmpdir(), `backseat-temporary-${name}`))

/**
 * Source text, so that a worker can run it too. The temporary table exceeds SQLite's cache, so it is written to a file.
 */
const OPEN_FILES = `
	const sqlite = new Sqlite(':memory:')
	sqlite.run('PRAGMA temp_store = FILE')
	sqlite.run('PRAGMA temp.cache_size = 10')
	sqlite.run(\`CREATE TEMP TABLE t AS
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT hex(randomblob(100)) FROM n\`)
	const open = readdirSync('/proc/self/fd').flatMap((fd) => {
		try { return [readlinkSync('/proc/self/fd/' + fd)] } catch { return [] }
	})
	sqlite.close()
`
const openFiles: () => string[] = () =>
	new Function('Sqlite', 'readdirSync', 'readlinkSync', `${OPEN_FILES}; return open`)(Sqlite, readdirSync, readlinkSync)

async function openFilesInWorker(): Promise<string[]> {
	const code = `
		import { Database as Sqlite } from 'bun:sqlite'
		import { readdirSync, readlinkSync } from 'node:fs'
		${OPEN_FILES}
		postMessage(open)`
	const { promise, resolve, reject } = Promise.withResolvers<string[]>()
	const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'application/javascript' })))
	worker.onmessage = ({ data }) => resolve(data)
	worker.onerror = reject
	const open = await promise
	worker.terminate()
	return open
}

test.skipIf(process.platform !== 'linux')(
	'what does not fit into memory is kept beside the data, by every thread, and nothing of it is left [B25]',
	async () => {
		const folder = freshFolder("mum's ")
		const db = openDatabase(join(folder, 'backseat.db'))
		const inFolder = (open: string[]) => open.filter((path) => path.startsWith(folder) && path.endsWith('(deleted)'))

		expect(inFolder(openFiles())).toHaveLength(1)
		expect(inFolder(await openFilesInWorker())).toHaveLength(1)

		db.close()
		expect(readdirSync(folder)).toEqual(['backseat.db'])
	},
)

test('temporary files that a kill has left are removed, and nothing else [B25]', () => {
	const folder = freshFolder()
	for (const name of ['etilqs_0f3a', 'backseat.db', 'notes']) writeFileSync(join(folder, name), name)

	removeLeftTemporaryFiles(folder)

	expect(readdirSync(folder).sort()).toEqual(['backseat.db', 'notes'])
	expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('notes')
})
