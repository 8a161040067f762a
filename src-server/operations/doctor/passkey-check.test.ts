import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { familyFolder } from '#server/testing/family-data.ts'
import { checkDatabase } from './database-check.ts'
import { checkPasskeys } from './passkey-check.ts'

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
