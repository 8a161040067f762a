import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import { type TestHost, type TestMember, testApp } from '#server/testing/test-app.ts'

const lastHost = (name: string) => ({
	status: 409,
	body: { code: 'last_host', message: `${name} is the only host here. Make somebody else host first.` },
})
const leave = ({ id, password, ...member }: TestMember) =>
	member.delete(`/api/users/${id}`, { password, ratings: 'go' })
const unmake = (by: TestHost, { id }: { id: number }) => by.delete(`/api/host/people/${id}/host`)
const remove = (by: TestHost, { id }: { id: number }) => by.delete(`/api/host/people/${id}`, { ratings: 'stay' })
const hostsIn = (app: ReturnType<typeof testApp>) =>
	app.db.orm
		.select()
		.from(users)
		.where(eq(users.isHost, true))
		.all()
		.map(({ username }) => username)

test('the last host neither leaves nor becomes a plain member while others have accounts [T37]', async () => {
	const app = testApp()
	const host = await app.host('hostess')
	const mum = await app.member('mum')

	expect(await unmake(host, host)).toMatchObject(lastHost('hostess'))
	expect(await leave(host)).toMatchObject(lastHost('hostess'))
	expect((await host.get('/api/user')).status).toBe(200)

	await host.post(`/api/host/people/${mum.id}/host`)
	expect((await leave(host)).status).toBe(200)
	expect(hostsIn(app)).toEqual(['mum'])
	// Nobody else is left: there is nobody to look after.
	expect((await leave(mum)).status).toBe(200)
})

test('ghosts and the built-in two are no reason to stay', async () => {
	const app = testApp()
	const host = await app.host('hostess')
	await app.ghost(host)

	expect((await leave(host)).status).toBe(200)
})

test('whoever is no host may always leave', async () => {
	const app = testApp()
	await app.host('hostess')
	const mum = await app.member('mum')

	expect((await leave(mum)).status).toBe(200)
})

test.each([
	['unmake', unmake],
	['remove', remove],
])('of two hosts who %s each other at once, one stays', async (_, act) => {
	const app = testApp()
	const [one, other] = [await app.host('one'), await app.host('other')]
	await app.member('mum')

	const answers = await Promise.all([act(one, other), act(other, one)])

	expect(hostsIn(app)).toHaveLength(1)
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('of ten hosts who leave at once, one stays [T37]', async () => {
	const app = testApp()
	const hosts: TestHost[] = []
	for (let i = 0; i < 10; i++) hosts.push(await app.host(`host-${i}`))
	await app.member('mum')

	const answers = await Promise.all(hosts.map(leave))

	expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
	expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { code: 'last_host' } })
	expect(hostsIn(app)).toHaveLength(1)
})

test('in the desktop edition whoever sits at the computer is host anyway: a made one may go', async () => {
	const app = testApp({}, { isDesktop: true })
	const [host, leaver] = [await app.host('hostess'), await app.host('leaver')]
	await app.member('mum')

	expect((await leave(leaver)).status).toBe(200)
	expect((await unmake(host, host)).status).toBe(200)
	expect(hostsIn(app)).toEqual([])
})
