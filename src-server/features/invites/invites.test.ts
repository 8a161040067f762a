import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { invites } from '#db/schema.ts'
import { testContext } from '#server/testing/test-context.ts'
import { inviteService } from './invites.service.ts'

afterEach(() => setSystemTime())

const anInvite = { note: null, maxUses: null, expiresAt: null }

test('an invitation shows its link once: what is kept opens nothing', () => {
	const context = testContext()
	const keeper = inviteService(context)

	const { id, token } = keeper.create({ ...anInvite, note: 'the choir', maxUses: 12 })

	expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/)
	expect(JSON.stringify(context.db.orm.select().from(invites).all())).not.toContain(token)
	expect(keeper.list()).toEqual([
		{
			id,
			note: 'the choir',
			uses: 0,
			maxUses: 12,
			createdAt: expect.any(Date),
			expiresAt: null,
			revokedAt: null,
			state: 'open',
		},
	])
})

test('no two links are alike', () => {
	const keeper = inviteService(testContext())

	expect(new Set(Array.from({ length: 100 }, () => keeper.create(anInvite).token)).size).toBe(100)
})

test('the list says of each why it no longer works, newest first', () => {
	const context = testContext()
	const keeper = inviteService(context)
	const expiresAt = new Date(Date.now() + 60_000)
	keeper.create(anInvite)
	keeper.create({ ...anInvite, expiresAt })
	const revoked = keeper.create({ ...anInvite, expiresAt })
	keeper.revoke(revoked.id)
	const used = { maxUses: 2, uses: 2, tokenHash: 'used', createdAt: new Date(), expiresAt }
	context.db.orm.insert(invites).values(used).run()

	setSystemTime(expiresAt)

	expect(keeper.list().map(({ state }) => state)).toEqual(['used up', 'revoked', 'expired', 'open'])
})

test('revoking twice changes nothing, and what is not there cannot be revoked', () => {
	const keeper = inviteService(testContext())
	const { id } = keeper.create(anInvite)
	const first = keeper.revoke(id)
	setSystemTime(Date.now() + 60_000)

	expect(keeper.revoke(id)).toEqual(first)
	expect(() => keeper.revoke(id + 1)).toThrow(`There is no invitation ${id + 1}.`)
})

test.each([
	['for nobody', { maxUses: 0 }],
	['for half a person', { maxUses: 1.5 }],
	['that ended yesterday', { expiresAt: new Date(Date.now() - 86_400_000) }],
	['that ends on no day', { expiresAt: new Date('nonsense') }],
	['with a novel as note', { note: 'x'.repeat(201) }],
])('nobody makes an invitation %s', (_, special) => {
	const keeper = inviteService(testContext())

	expect(() => keeper.create({ ...anInvite, ...special })).toThrow()
	expect(keeper.list()).toEqual([])
})
