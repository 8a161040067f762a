import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { addressOf, call } from '#contract/call.ts'
import { IdText, UserId } from '#contract/ids.ts'
import { checkKnown, checkOwner } from '#server/http/identity/permission.ts'
import { answer, route } from './route.ts'

const Named = v.object({ id: UserId, name: v.string() })
const params = v.object({ id: IdText })
const docs = () =>
	({ tag: 'Instance', summary: 'A thing', answers: { 200: 'It is there.', 201: 'It is new.' } }) as const
const shared = { method: 'PUT', path: '/things/:id', answers: { 200: Named }, docs } as const

// The compiler is the test: `@ts-expect-error` is an error if the next line has none.
test('the compiler refuses a call that does not fit itself, and a handler that does not fit its call', () => {
	const rename = call({ ...shared, who: 'member', owner: 'params.id', params, body: v.object({ name: v.string() }) })
	const add = call({ method: 'POST', path: '/things', who: 'member', answers: { 200: Named, 201: Named }, docs })
	const thing = { id: 7, name: 'seat' }

	expect([
		route(rename, ({ me, body }) => ({ id: me, name: body.name })),
		route(add, () => answer(201, thing)),
		// @ts-expect-error: nothing says what an answer means
		call({ ...shared, who: 'member', params, docs: () => ({ tag: 'Instance', summary: 'A thing', answers: {} }) }),
		// @ts-expect-error: no schema for the value in the path
		call({ ...shared, who: 'member' }),
		// @ts-expect-error: nothing of that name is in the path
		call({ ...shared, who: 'member', params, owner: 'params.userId' }),
		// @ts-expect-error: there is no body
		call({ ...shared, who: 'member', params, owner: 'body.id' }),
		// @ts-expect-error: of a call for anyone nobody knows who makes it
		call({ ...shared, who: 'anyone', params, owner: 'params.id' }),
		// @ts-expect-error: a name is missing in the answer
		route(rename, ({ me }) => ({ id: me })),
		// @ts-expect-error: the call has no such answer
		route(add, () => answer(202, thing)),
		// @ts-expect-error: strangers may call it, so there may be no member
		route(call({ ...shared, who: 'visitor-or-member', params }), ({ me }) => ({ id: me, name: 'seat' })),
	]).toHaveLength(10)
})

const visitor = { userId: null, guestKey: null }
const member = { userId: 7, guestKey: null }
const ownerOf = (id: unknown) => () => checkOwner({ owner: 'body.userId' }, { body: { userId: id } }, member)
const ownerByVisitor = (id: unknown) => () => checkOwner({ owner: 'body.userId' }, { body: { userId: id } }, visitor)
const refusal = (status: number) => expect.objectContaining({ problem: expect.objectContaining({ status }) })

test('an id that says who is calling is that of the session, or of a guest, or absent', () => {
	for (const fine of [ownerOf(7), ownerOf(undefined), ownerByVisitor(undefined), ownerByVisitor(1)])
		expect(fine).not.toThrow()
	for (const other of [ownerOf(8), ownerOf(1), ownerOf('7')]) expect(other).toThrow(refusal(403))
	expect(ownerByVisitor(7)).toThrow(refusal(401))
	expect(ownerOf(null)).toThrow(refusal(404))
})

test('calls for members, or for guests and members, are for nobody else', () => {
	const guest = { userId: null, guestKey: 'a-hash' }
	const check = (who: 'member' | 'guest-or-member', viewer: typeof guest | typeof visitor | typeof member) => () =>
		checkKnown({ who, signInReason: 'sign_in_to_add' }, viewer)

	for (const who of ['member', 'guest-or-member'] as const) {
		expect(check(who, visitor)).toThrow('You must be logged in to add a driver')
		expect(check(who, member)).not.toThrow()
	}
	expect(check('member', guest)).toThrow(refusal(401))
	expect(check('guest-or-member', guest)).not.toThrow()
})

test('no value in an address can lead to another one', () => {
	expect(addressOf({ path: '/things/:id/parts' }, { params: { id: '../x?y#z' } })).toBe(
		'/api/things/..%2Fx%3Fy%23z/parts',
	)
	expect(addressOf({ path: '/things' }, { query: { limit: 5, search: 'a&b', before: undefined } })).toBe(
		'/api/things?limit=5&search=a%26b',
	)
})
