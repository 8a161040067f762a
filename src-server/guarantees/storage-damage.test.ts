import { Database as Sqlite } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from '#server/testing/family-data.ts'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { testServers } from '#server/testing/test-servers.ts'

setDefaultTimeout(30_000)

const { start } = testServers()

/**
 * Simulates a disk that returns other bytes than were written. Another program's write makes the server read the file
 * again.
 */
function damageRatings(path: string) {
	const other = new Sqlite(path)
	const { rootpage } = other.query("SELECT rootpage FROM sqlite_schema WHERE name = 'ratings'").get() as {
		rootpage: number
	}
	const file = openSync(path, 'r+')
	writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, (rootpage - 1) * 4096)
	closeSync(file)
	other.run("UPDATE users SET display_name = 'Demo' WHERE id = 2")
	other.close()
}

test('when data are found damaged under a running server, nothing is written any more and the rest can be read [B11]', async () => {
	const dataDir = freshFolder()
	const path = join(dataDir, 'backseat.db')
	const first = await start({ dataDir })
	const ratedBefore = await (await signUp(first, 'dad')).rate()
	await first.end('SIGTERM')
	const server = await start({ dataDir })
	const mum = await signUp(server, 'mum')
	expect(ratedBefore.status).toBe(201)

	damageRatings(path)
	const refused = await mum.rate()

	expect(refused).toMatchObject({
		status: 503,
		body: { code: 'storage_damaged', message: 'The data file is damaged. Nothing was saved.' },
	})
	expect((await mum.get('/api/user')).body).toMatchObject({ username: 'mum' })
	expect((await mum.get('/api/users/2')).status).toBe(200)
	expect((await mum.get('/api/health')).status).toBe(200)
	expect((await mum.get('/api/ready')).status).toBe(503)
	// Signing up reads no damaged page, but the server refuses all writes.
	await expect(signUp(server, 'newcomer')).rejects.toThrow('storage_damaged')
	expect(server.output.stderr.match(/THE DATA ARE DAMAGED/g)).toHaveLength(1)

	expect(await server.end('SIGTERM')).toBe(0)
	const stopped = fingerprint(path)
	const again = await runToEnd({ flags: ['--port', '0', '--data-dir', dataDir] })
	expect(again).toMatchObject({ exitCode: 65, stdout: '', stderr: expect.stringContaining('is damaged') })
	expect(fingerprint(path)).toBe(stopped)
})
