import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { migrations } from '#db/migrations.ts'
import { users } from '#db/schema.ts'
import { allMembers, memberCalled } from '#server/features/accounts/users.ts'
import { setupToken } from '#server/features/invites/invites.service.ts'
import { contentsOf } from '#server/operations/backups/backups.queries.ts'
import { exportAsJson } from '#server/operations/export/export.service.ts'
import { testApp } from '#server/testing/test-app.ts'

/** An app whose only member signs in without a password. */
async function aMemberWithoutPassword() {
	const app = testApp()
	const setup = setupToken(app.context) ?? ''
	const mum = await app.member('mum')
	app.db.write(() => app.db.orm.update(users).set({ passwordHash: null }).where(eq(users.id, mum.id)).run())
	return { app, mum, setup }
}

test('after a first host without a password nobody becomes host by the set-up link', async () => {
	const { app, mum, setup } = await aMemberWithoutPassword()
	app.db.write(() => app.context.queries.hosts.setHost(mum.id, true))

	expect(await app.browser().get(`/api/invites/${setup}`)).toMatchObject({ status: 404 })
	expect(setupToken(app.context)).toBeNull()
	expect(app.context.queries.hosts.hasMembersBesides(0)).toBe(true)
})

test('a member without a password is one for the operator, for hosts, and for themself', async () => {
	const { app, mum } = await aMemberWithoutPassword()
	const host = await app.host()
	const address = `/api/host/people/${mum.id}`

	expect(memberCalled(app.context, 'mum').id).toBe(mum.id)
	expect(allMembers(app.context).map(({ username }) => username)).toEqual(['hostess', 'mum'])
	expect(JSON.parse([...exportAsJson(app.context)].join('')).people).toHaveLength(2)
	expect((await host.get('/api/host/people')).body).toMatchObject({ people: [{}, { id: mum.id }] })
	expect((await host.post(`${address}/reset-link`)).status).toBe(200)
	expect((await mum.get(`/api/users/${mum.id}/data`)).status).toBe(200)
})

test('a backup counts members without a password, and no ghosts', () => {
	const backup = new Sqlite(':memory:')
	for (const { sql } of migrations.slice(0, 1)) backup.run(sql)
	backup.run("INSERT INTO users (id, username, avatar_id, is_ghost, created_at) VALUES (7, 'mum', 1, 0, 0)")
	backup.run("INSERT INTO users (id, username, avatar_id, is_ghost, created_at) VALUES (8, 'bob', 1, 1, 0)")

	expect(contentsOf(backup)).toMatchObject({ accounts: 1, ghosts: 1 })
})
