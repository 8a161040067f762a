import { Database as Sqlite } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { freshFolder } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { testServers } from '#server/testing/test-servers.ts'

setDefaultTimeout(30_000)

const { start } = testServers()

test('while another program is in the middle of writing, everybody reads what was saved before, and waits for nobody [B4]', async () => {
	const dataDir = freshFolder()
	const server = await start({ dataDir, flags: ['--rate-limit-scale', '0'] })
	const mum = await signUp(server, 'mum')
	await mum.rate()

	const writer = new Sqlite(join(dataDir, 'backseat.db'))
	writer.run('BEGIN EXCLUSIVE')
	writer.run('DELETE FROM ratings')
	const seen = await Promise.all(
		['/api/user', '/api/home', '/api/drivers/2/stats', '/api/ratings'].map((path) => mum.get(path)),
	)
	const page = await fetch(`${server.origin}/home`)
	writer.run('ROLLBACK')
	writer.close()

	expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200])
	expect(seen[2]?.body).toMatchObject({ totalRides: 1 })
	expect(seen[3]?.body).toHaveLength(1)
	expect(page.status).toBe(200)
	expect((await mum.rate()).status).toBe(201)
})
