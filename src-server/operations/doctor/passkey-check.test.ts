import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { checkDatabase } from './database-check.ts'
import { checkPasskeyAddress, checkPasskeys } from './passkey-check.ts'

test('the doctor says under which name people get in by passkey, and where that name is gone', async () => {
	const dataDir = await familyFolder()
	const path = join(dataDir, 'backseat.db')
	const file = new Sqlite(path)
	const [one, other] = file
		.query<{ id: number }, []>('SELECT id FROM users WHERE is_ghost = 0 AND id > 2 LIMIT 2')
		.all()
		.map(({ id }) => id)
	const add = file.query(
		`INSERT INTO passkeys (credential_id, user_id, rp_id, public_key, sign_count, transports, is_backed_up, label, created_at)
			VALUES (?, ?, ?, x'00', 0, '[]', 0, 'iPhone', 0)`,
	)
	add.run('a', one ?? 0, 'rides.example.org')
	add.run('b', one ?? 0, 'rides.example.org')
	add.run('c', other ?? 0, 'rides.example.org')
	add.run('d', other ?? 0, 'localhost')
	file.close()

	const { passkeys = [] } = checkDatabase(path, dataDir, { isQuick: true })

	expect(passkeys).toEqual([
		{ host: 'rides.example.org', members: 2 },
		{ host: 'localhost', members: 1 },
	])
	expect(checkPasskeys(passkeys, { publicUrl: new URL('https://rides.example.org/') })).toMatchObject([
		{ state: 'ok', says: '2 people with a passkey for rides.example.org; under another name it opens nothing' },
		{ state: 'ok', says: '1 person with a passkey for localhost; under another name it opens nothing' },
	])
	expect(checkPasskeys(passkeys, { publicUrl: new URL('https://cars.example.org/') })).toMatchObject([
		{ state: 'warning', todo: expect.stringContaining('backseat user reset-password') },
		{ state: 'ok' },
	])
	expect(checkPasskeys([], { publicUrl: null })).toEqual([])
})

test('the doctor says at which address passkeys are offered, and what to do where they cannot be [spec 15.34]', () => {
	const check = (settings: Partial<Config>) => checkPasskeyAddress({ ...defaultConfig, ...settings })
	const at = (url: string) => check({ publicUrl: new URL(url) })
	const offered = (origin: string) => ({
		state: 'ok',
		says: `offered at ${origin}; other addresses may not have them`,
	})
	const notOffered = (where: string) => ({
		state: 'warning',
		says: `Not offered${where}: browsers allow them only at an https address with a name, not a number, or at localhost.`,
		todo: expect.stringContaining('Set public-url'),
		canBeFine: true,
	})

	expect(at('https://rides.example.org/rides')).toMatchObject(offered('https://rides.example.org'))
	expect(at('http://localhost:8080')).toMatchObject(offered('http://localhost:8080'))
	expect(check({ port: 8080 })).toMatchObject(offered('http://localhost:8080'))
	for (const origin of [
		'http://rides.example.org',
		'http://192.168.1.20:7433',
		'https://192.168.1.20',
		'https://[fd00::1]',
	])
		expect(at(origin)).toMatchObject(notOffered(` at ${origin}`))
	expect(check({ host: '192.168.1.20' })).toMatchObject(notOffered(' at http://192.168.1.20:7433'))
	expect(check({ isLocalhostShared: true })).toMatchObject(notOffered(' at http://127.0.0.1:7433'))
	expect(check({ listen: 'unix:/run/rides.sock' })).toMatchObject(notOffered(''))
})
