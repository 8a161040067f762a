import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { Invitation, InvitationWithToken } from '#contract/host/invitations.ts'
import { invites } from '#db/schema.ts'
import { invitationsOf } from '#server/testing/invitations-of.ts'
import { testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'

afterEach(() => setSystemTime())

const DAY_MS = 86_400_000
const ADDRESS = '/api/host/invitations'
const anInvitation = { note: null, uses: 1, days: 7 }

async function setUp(signup: 'open' | 'invite' | 'closed' = 'invite') {
	const app = testApp({ signup: 'open' })
	const [host, mum] = [await app.host(), await app.member('mum')]
	const later = testApp({ signup }, { db: app.db })
	const signUp = async (username: string, invite: string) =>
		(await later.browser().post('/api/users', { username, password: 'backseat', invite })).status
	const make = async (special: object = {}) =>
		(await host.post(ADDRESS, { ...anInvitation, ...special })).body as InvitationWithToken
	const page = async (query = '') =>
		(await host.get(ADDRESS + query)).body as { invitations: Invitation[]; hasMore: boolean }
	const acts = async () =>
		((await host.get('/api/host/journal')).body as { lines: Record<string, unknown>[] }).lines.map(
			({ act, actor, detail }) => `${actor}: ${act} ${detail}`,
		)
	return { app, host, mum, signUp, make, page, acts }
}

test('an invitation lets in as many as it says and is counted, until it is revoked; its link is answered once', async () => {
	const { host, signUp, make, page, acts } = await setUp()

	const { token, ...made } = await make({ note: ' the choir ', uses: 2 })

	expect(made).toEqual({
		id: expect.any(Number),
		note: 'the choir',
		uses: 0,
		maxUses: 2,
		state: 'open',
		createdAt: expect.any(String),
		expiresAt: new Date(Date.parse(made.createdAt) + 7 * DAY_MS).toISOString(),
	})
	expect(await signUp('first.one', token)).toBe(201)
	expect(await page()).toEqual({ invitations: [{ ...made, uses: 1 }], hasMore: false })
	const revoked = await host.post(`${ADDRESS}/${made.id}/revoke`)
	expect(revoked).toMatchObject({ status: 200, body: { ...made, uses: 1, state: 'revoked' } })
	expect(await signUp('second.one', token)).toBe(403)
	expect((await host.post(`${ADDRESS}/${made.id}/revoke`)).body).toEqual(revoked.body)
	expect(await acts()).toEqual([`hostess: invitation_revoked ${made.id}`, `hostess: invitation_made ${made.id}`])
	for (const path of [ADDRESS, '/api/host/journal'])
		expect(JSON.stringify((await host.get(path)).body)).not.toMatch(new RegExp(`${token}|[Tt]oken|[Hh]ash`))
})

test('for as many as like, and for ever, if that is what the host says', async () => {
	const { signUp, make } = await setUp()

	const { token, maxUses, expiresAt } = await make({ uses: null, days: null })

	expect([maxUses, expiresAt]).toEqual([null, null])
	setSystemTime(Date.now() + 400 * DAY_MS)
	expect([await signUp('ann', token), await signUp('bea', token)]).toEqual([201, 201])
})

test('the list is newest first, in pages of 50, and the link of a first start is not in it', async () => {
	const { app, host, make, page } = await setUp()
	app.db.orm
		.insert(invites)
		.values({ id: 77, tokenHash: 'of-a-set-up-link', isSetup: true, createdAt: new Date() })
		.run()
	const ids: number[] = []
	for (let i = 0; i < 51; i++) ids.unshift((await make()).id)

	const first = await page()
	const second = await page(`?before=${first.invitations.at(-1)?.id}`)

	expect([first.hasMore, second.hasMore]).toEqual([true, false])
	expect([...first.invitations, ...second.invitations].map(({ id }) => id)).toEqual(ids)
	expect((await page('?before=nonsense')).invitations).toHaveLength(50)
	expect(await host.post(`${ADDRESS}/77/revoke`)).toMatchObject({ status: 404 })
	expect(await host.post(`${ADDRESS}/nonsense/revoke`)).toMatchObject({ status: 400 })
})

test.each([
	['uses', { uses: 0 }],
	['uses', { uses: 1.5 }],
	['uses', { uses: 10_001 }],
	['uses', { uses: 'many' }],
	['uses', { uses: undefined }],
	['days', { days: 0 }],
	['days', { days: 366 }],
	['note', { note: 'x'.repeat(201) }],
	['note', { note: 'a\u202Ebackwards' }],
])('what is wrong with %s is said at its field, and no invitation is made', async (field, special) => {
	const { host, page, acts } = await setUp()

	expect(await host.post(ADDRESS, { ...anInvitation, ...special })).toMatchObject({ status: 400, body: { field } })

	expect(await page()).toEqual({ invitations: [], hasMore: false })
	expect(await acts()).toEqual([])
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
