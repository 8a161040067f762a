import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { makeBackup } from '#server/operations/backups/make-backup.ts'
import { takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { familyFolder, fingerprint, RATINGS_OF_THE_FAMILY, ratingsIn } from '#server/testing/family-data.ts'
import { freshFolder } from '#server/testing/server-process.ts'

const NAME = 'backseat-2026-11-20T09-30-00Z-daily.db'
const SINCE = 2

function instanceWithBackup() {
	const dataDir = familyFolder(SINCE)
	const backup = join(dataDir, 'backups', NAME)
	makeBackup({ source: join(familyFolder(), 'backseat.db'), target: backup })
	return { ...operatorFolder(dataDir), dataDir, data: join(dataDir, 'backseat.db'), backup }
}

const journalIn = (path: string) => {
	using sqlite = new Sqlite(path)
	return sqlite.query('SELECT by, act, detail, at % 60000 AS seconds FROM journal').all()
}

const openingsIn = (path: string) => {
	using sqlite = new Sqlite(path)
	return sqlite
		.query(
			'SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM access_tokens) AS tokens, (SELECT count(*) FROM password_resets) AS resets, (SELECT count(*) FROM invites WHERE revoked_at IS NULL) AS invitations',
		)
		.get()
}

const asidesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('before-restore'))

test('the operator sees what they would get and what they have, types yes, and is told the way back', async () => {
	const { runProcessInTerminal, run, dataDir, data, backup } = instanceWithBackup()

	const { exitCode, shown } = await runProcessInTerminal([['Type yes to go on:', 'yes\r']], 'backup', 'restore', NAME)

	expect(exitCode).toBe(0)
	expect(shown).toContain(`${backup} is good: every page was read.`)
	expect(shown).toMatch(/in the backup +in the present data\r?\n/)
	expect(shown).toMatch(/ratings +16 +18\r?\n/)
	expect(shown).toContain('Start Backseat again')
	expect(ratingsIn(data)).toBe(RATINGS_OF_THE_FAMILY)

	const [aside = ''] = asidesIn(dataDir)
	expect(shown).toContain(`backseat backup restore ${join(dataDir, aside)} --data-dir ${dataDir}`)
	expect(await run('backup', 'restore', join(dataDir, aside), '--yes')).toMatchObject({ exitCode: 0, stderr: '' })
	expect(ratingsIn(data)).toBe(RATINGS_OF_THE_FAMILY + SINCE)
})

test.each(['no\r', '\r', 'y\r', '\x04', '\x03'])(
	'an operator who types %j instead of yes has changed nothing',
	async (typed) => {
		const { runInTerminal, dataDir, data } = instanceWithBackup()
		const before = fingerprint(data)

		const { exitCode } = await runInTerminal([['Type yes to go on:', typed]], 'backup', 'restore', NAME)

		expect(exitCode).not.toBe(0)
		expect(fingerprint(data)).toBe(before)
		expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([])
	},
)

test('a script that does not say --yes sees what is in a good backup and is given the line that does, before anything is touched', async () => {
	const { run, dataDir, data, backup } = instanceWithBackup()
	const before = fingerprint(data)

	expect(await run('backup', 'restore', NAME)).toMatchObject({
		exitCode: 64,
		stdout: expect.stringContaining('in the present data'),
		stderr: expect.stringContaining(`backseat backup restore ${backup} --data-dir ${dataDir} --yes`),
	})
	expect(fingerprint(data)).toBe(before)
	expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([])

	const notThere = join(dataDir, 'nothing.db')
	const { exitCode, stderr } = await run('backup', 'restore', notThere)
	expect([exitCode, stderr]).toEqual([64, expect.stringContaining(`There is no file ${notThere}`)])
	expect(stderr).not.toContain('--yes')
})

test('while the server runs nothing is restored, and nobody notices that it was tried [B9]', async () => {
	const { run, dataDir, app } = instanceWithBackup()
	const lock = takeInstanceLock(dataDir)
	const { member, rate } = app()
	const mum = await member('mum')

	const refused = await run('backup', 'restore', NAME, '--yes')
	expect(refused).toMatchObject({ exitCode: 75, stdout: '' })
	expect(refused.stderr).toContain(`Another Backseat is using ${dataDir}. Stop it first`)
	await rate(mum, 102)
	expect(asidesIn(dataDir)).toEqual([])
	lock.release()
})

test('the way back to damaged data is not offered: it would be refused', async () => {
	const { run, dataDir, data } = instanceWithBackup()
	writeFileSync(data, 'no database any more')

	const { exitCode, stdout } = await run('backup', 'restore', NAME, '--yes')

	expect(exitCode).toBe(0)
	expect(stdout).toContain(`The previous data are kept: ${join(dataDir, asidesIn(dataDir)[0] ?? '')}`)
	expect(stdout).not.toContain('To go back')
})

test('a restore stands in the journal of the data that it put in place, and in no other', async () => {
	const { run, data, dataDir, backup } = instanceWithBackup()
	const before = fingerprint(backup)

	expect((await run('backup', 'restore', NAME, '--yes')).exitCode).toBe(0)

	expect(journalIn(data)).toEqual([{ by: 'terminal', act: 'backup_restored', detail: NAME, seconds: 0 }])
	const [aside = ''] = asidesIn(dataDir)
	expect(journalIn(join(dataDir, aside))).toEqual([])
	expect(fingerprint(backup)).toBe(before)
})

/** Moves the data to a folder of their own, because Bun may keep a closed database open for a while. */
function movedAway({ dataDir }: { dataDir: string }) {
	const folder = operatorFolder(freshFolder())
	copyFileSync(join(dataDir, 'backseat.db'), join(folder.dataDir, 'backseat.db'))
	return folder
}

async function instanceWithWhatEnded() {
	const then = operatorFolder()
	const app = then.app({ signup: 'open' })
	const [host, dad] = [await app.host('first.host'), await app.host('dad')]
	const linkOf = async (path: string, body?: object) => ((await host.post(path, body)).body as { token: string }).token
	const reset = await linkOf(`/api/host/people/${dad.id}/reset-link`)
	const invitation = await linkOf('/api/host/invitations', { note: null, uses: null, days: null })
	const proof = { password: dad.password }
	const { body } = await dad.post(`/api/users/${dad.id}/tokens`, { name: 'Display', proof })
	const { token } = body as { token: string }
	app.db.close()
	const backup = join(then.dataDir, 'then.db')
	expect((await then.run('backup', 'create', backup)).exitCode).toBe(0)

	for (const words of [
		['user', 'host', 'dad', 'off'],
		['user', 'sign-out', 'dad'],
		['invite', 'revoke', '1'],
	])
		expect(await then.run(...words)).toMatchObject({ exitCode: 0 })
	return { ...movedAway(then), dad, reset, invitation, token, backup }
}

type Instance = Awaited<ReturnType<typeof instanceWithWhatEnded>>
const WAYS_BACK: [string, (instance: Instance) => Promise<unknown>][] = [
	[
		'by command',
		async ({ run, backup, dataDir }) => {
			expect(await run('backup', 'restore', backup, '--yes')).toMatchObject({ exitCode: 0 })
			expect(openingsIn(join(dataDir, 'backseat.db'))).toEqual({ sessions: 0, tokens: 0, resets: 0, invitations: 0 })
		},
	],
	[
		'by a copy of the file, as in the desktop app',
		async ({ dataDir, backup }) => {
			for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `backseat.db${end}`), { force: true })
			copyFileSync(backup, join(dataDir, 'backseat.db'))
		},
	],
]

test.each(WAYS_BACK)(
	'a restore %s revives no session, no token, no link for a new password and no invitation; accounts are as they were [T44] [T72]',
	async (_, goBack) => {
		const instance = await instanceWithWhatEnded()
		const { dad, reset, invitation, token, app } = instance

		await goBack(instance)

		const { browser, db } = app({ signup: 'invite' })
		const thief = browser()
		for (const [name, value] of dad.cookies) thief.cookies.set(name, value)
		expect((await thief.get('/api/user')).status).toBe(401)
		expect((await thief.get('/api/host')).status).toBe(401)
		expect((await browser().get('/api/home', { Authorization: `Bearer ${token}` })).status).toBe(401)
		expect((await browser().post('/api/password-resets', { token: reset, password: 'thief-secret' })).status).toBe(404)
		const newcomer = { username: 'thief', password: 'thief-secret', email: null, invite: invitation }
		expect((await browser().post('/api/users', newcomer)).status).toBe(403)

		const { username, password } = dad
		const again = browser()
		expect(await again.post('/api/login', { username, password })).toMatchObject({ status: 200 })
		expect((await again.get('/api/user')).body).toMatchObject({ isHost: true })
		expect(await again.delete(`/api/host/people/${dad.id}/sessions`, {})).toMatchObject({
			body: { code: 'confirm_first' },
		})
		db.close()
	},
)

async function instanceWithRemovedWaysIn() {
	const folder = operatorFolder()
	const then = folder.app()
	const mum = await then.member('mum')
	const { queries, db, clock } = then.context
	const key = { userId: mum.id, rpId: 'localhost', publicKey: Buffer.alloc(1), signCount: 0, transports: [] }
	const addKey = (credentialId: string) =>
		queries.passkeys.insertPasskey({ ...key, credentialId, isBackedUp: false, label: 'Phone', createdAt: clock.now() })
	const identity = { issuer: 'https://auth.example.org/', subject: 'thief', name: 'thief', userId: mum.id }
	db.write(() => {
		for (const id of ['phone', 'tablet']) addKey(id)
		queries.identities.insertIdentity({ ...identity, linkedAt: clock.now() })
	})
	const backup = join(folder.dataDir, 'then.db')
	expect((await folder.run('backup', 'create', backup)).exitCode).toBe(0)
	db.write(() => {
		queries.passkeys.deletePasskey('phone', mum.id, clock.now())
		queries.identities.deleteIdentity(mum.id, 'https://auth.example.org', clock.now())
		addKey('watch')
	})
	db.close()
	return { ...movedAway(folder), backup, mum }
}

const waysInOf = (path: string) => {
	using sqlite = new Sqlite(path)
	const keys = sqlite.query<{ id: string }, []>('SELECT credential_id AS id FROM passkeys ORDER BY id').all()
	const connections = sqlite.query('SELECT subject FROM linked_identities').all().length
	return { keys: keys.map(({ id }) => id), connections }
}

test('passkeys and connected accounts that were removed since the backup are removed again, and the way back keeps newer ones [T44]', async () => {
	const { run, backup, dataDir } = await instanceWithRemovedWaysIn()
	const data = join(dataDir, 'backseat.db')

	const { stdout } = await run('backup', 'restore', backup, '--yes')

	expect(stdout).toContain('removed again: passkeys 1, connected accounts 1.')
	expect(stdout).not.toContain('Nothing opens the account')
	expect(waysInOf(data)).toEqual({ keys: ['tablet'], connections: 0 })
	const [aside = ''] = asidesIn(dataDir)
	expect((await run('backup', 'restore', join(dataDir, aside), '--yes')).stdout).not.toContain('removed again')
	expect(waysInOf(data)).toEqual({ keys: ['tablet', 'watch'], connections: 0 })
	expect((await run('backup', 'restore', backup, '--yes')).stdout).toContain('removed again: passkeys 1')
})

test('a restore names the members whom nothing opens any more, and says where it cannot know what was removed [T44]', async () => {
	const { run, backup, dataDir } = await instanceWithRemovedWaysIn()
	const data = join(dataDir, 'backseat.db')
	for (const path of [backup, data]) {
		using sqlite = new Sqlite(path)
		sqlite.run("UPDATE users SET password_hash = NULL WHERE username = 'mum'")
		sqlite.run("DELETE FROM passkeys WHERE credential_id = 'tablet'")
	}
	const restore = async () => (await run('backup', 'restore', backup, '--yes')).stdout

	expect(await restore()).toContain('Nothing opens the account of mum now: backseat user reset-password mum')

	writeFileSync(data, 'no database any more')
	expect(await restore()).toContain('the data before did not say which were removed since')
	expect(waysInOf(data)).toEqual({ keys: ['phone'], connections: 1 })
})

test('what people open after a restore lasts: the next start ends nothing [T44]', async () => {
	const { run, app, dad, backup } = await instanceWithWhatEnded()
	expect(await run('backup', 'restore', backup, '--yes')).toMatchObject({ exitCode: 0 })
	const { browser, db } = app()
	const back = browser()
	await back.post('/api/login', { username: dad.username, password: dad.password })
	db.close()

	const later = app()
	const same = later.browser()
	for (const [name, value] of back.cookies) same.cookies.set(name, value)
	expect((await same.get('/api/user')).status).toBe(200)
	later.db.close()
})

test('a claim link that was replaced since the backup stays replaced, also where its ghost has been claimed since [T44]', async () => {
	const folder = operatorFolder()
	const then = folder.app()
	const mum = await then.member('mum')
	const [waiting, claimed] = [await then.ghost(mum, 'Uncle Bob'), await then.ghost(mum, 'Aunt Ann')]
	then.db.close()
	const backup = join(folder.dataDir, 'then.db')
	await folder.run('backup', 'create', backup)
	const since = folder.app()
	const mumSince = since.browser()
	for (const [name, value] of mum.cookies) mumSince.cookies.set(name, value)
	const replaced = async ({ id }: { id: number }) =>
		((await mumSince.post(`/api/ghost-drivers/${id}/rotate-token`)).body as { ghostClaimToken: string }).ghostClaimToken
	const newLink = await replaced(waiting)
	const used = await replaced(claimed)
	await since.browser().post('/api/ghost-drivers/claim', { token: used, username: 'ann', password: 'ann-secret' })
	since.db.close()

	const { run, app } = movedAway(folder)
	expect(await run('backup', 'restore', backup, '--yes')).toMatchObject({ exitCode: 0 })

	const { browser, db } = app()
	const status = async (token: string) => (await browser().get(`/api/ghost-drivers/claim/${token}`)).status
	expect(await status(newLink)).toBe(200)
	for (const old of [waiting.ghostClaimToken, claimed.ghostClaimToken, used]) expect(await status(old)).toBe(404)
	const again = browser()
	await again.post('/api/login', { username: mum.username, password: mum.password })
	const { ghostClaimToken } = (await again.get(`/api/users/${claimed.id}`)).body as { ghostClaimToken: string }
	expect(await status(ghostClaimToken)).toBe(200)
	db.close()
})
