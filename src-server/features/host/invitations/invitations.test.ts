import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { invites } from '#db/schema.ts'
import { invitationsOf } from '#server/testing/invitations-of.ts'
import { testContext } from '#server/testing/test-context.ts'

afterEach(() => setSystemTime())

test('an invitation shows its link once: what is kept opens nothing [T10]', () => {
	const context = testContext()
	const { invite, all } = invitationsOf(context)

	const { token, ...made } = invite({ note: 'the choir', maxUses: 12 })

	expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/)
	expect(JSON.stringify(context.db.orm.select().from(invites).all())).not.toContain(token)
	expect(made).toEqual({
		id: expect.any(Number),
		note: 'the choir',
		uses: 0,
		maxUses: 12,
		createdAt: expect.any(Date),
		expiresAt: null,
		revokedAt: null,
		state: 'open',
	})
	expect(all()).toEqual([made])
})

test('no two links are alike', () => {
	const { invite } = invitationsOf(testContext())

	expect(new Set(Array.from({ length: 100 }, () => invite().token)).size).toBe(100)
})

test('the list says of each why it no longer works, newest first', () => {
	const context = testContext()
	const { invite, revoke, all } = invitationsOf(context)
	invite()
	const { expiresAt } = invite({ lifetimeMs: 60_000 })
	revoke(invite({ lifetimeMs: 60_000 }).id)
	const used = { maxUses: 2, uses: 2, tokenHash: 'used', createdAt: new Date(), expiresAt }
	context.db.orm.insert(invites).values(used).run()

	setSystemTime(expiresAt ?? 0)

	expect(all().map(({ state }) => state)).toEqual(['used_up', 'revoked', 'expired', 'open'])
})

test('revoking twice changes nothing, and what is not there cannot be revoked', () => {
	const { invite, revoke } = invitationsOf(testContext())
	const { id } = invite()
	const first = revoke(id)
	setSystemTime(Date.now() + 60_000)

	expect(revoke(id)).toEqual(first)
	expect(() => revoke(id + 1)).toThrow(`There is no invitation ${id + 1}.`)
})

test.each([
	['for nobody', { maxUses: 0 }],
	['for half a person', { maxUses: 1.5 }],
	['that ended yesterday', { lifetimeMs: -86_400_000 }],
	['that ends on no day', { lifetimeMs: Number.NaN }],
	['with a novel as note', { note: 'x'.repeat(201) }],
])('nobody makes an invitation %s', (_, special) => {
	const { invite, all } = invitationsOf(testContext())

	expect(() => invite(special)).toThrow()
	expect(all()).toEqual([])
})
