import { expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { users } from '#db/schema.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { fingerprint } from '#server/testing/family-data.ts'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { testServers } from '#server/testing/test-servers.ts'
import { openExistingData } from './open-data.ts'

setDefaultTimeout(30_000)

const { start } = testServers()

const openIn = (dataDir: string) => openExistingData({ ...defaultConfig, dataDir })

test('a command sees what people did a moment ago, and what it changes they see at once', async () => {
	const dataDir = freshFolder()
	const mum = await signUp(await start({ dataDir }), 'mum')
	await mum.rate()

	const { db } = openIn(dataDir)
	const names = db.orm.select({ username: users.username }).from(users).all()
	db.write(() => db.orm.update(users).set({ displayName: 'Renamed by a command' }).run())
	db.close()

	expect(names).toContainEqual({ username: 'mum' })
	expect((await mum.get('/api/user')).body).toMatchObject({ display_name: 'Renamed by a command' })
	expect((await mum.rate()).status).toBe(201)
	expect((await mum.get('/api/ready')).status).toBe(200)
})

test('where there is no Backseat a command makes none', () => {
	const dataDir = freshFolder()

	expect(() => openIn(dataDir)).toThrow(`There is no Backseat in ${dataDir}.`)
	expect(readdirSync(dataDir)).toEqual([])
})

test('data of an earlier version are left to the server, which makes a backup first', () => {
	const dataDir = freshFolder()
	const path = join(dataDir, 'backseat.db')
	cpSync(join(REPOSITORY, 'db/fixtures/schema-1/backseat.db'), path)
	const before = fingerprint(path)

	expect(() => openIn(dataDir)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining('Start the server of this version once'),
			exitCode: 65,
		}),
	)
	expect(fingerprint(path)).toBe(before)
})

test('lost data are reported with how to restore them, and are not created again', async () => {
	const dataDir = freshFolder()
	await (await start({ dataDir })).end('SIGTERM')
	truncateSync(join(dataDir, 'backseat.db'))

	expect(() => openIn(dataDir)).toThrow(
		expect.objectContaining({ message: expect.stringContaining('backseat backup restore FILE'), exitCode: 65 }),
	)
	expect(readFileSync(join(dataDir, 'backseat.db'))).toHaveLength(0)
})
