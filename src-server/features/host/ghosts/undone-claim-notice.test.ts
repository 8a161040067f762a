import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { SignedInUser } from '#contract/accounts.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { hostGhostService } from './ghosts.service.ts'

afterEach(() => setSystemTime())

async function claimedByBea() {
	const app = testApp()
	const [host, mum] = [await app.host('jonas'), await app.member('mum')]
	const ghost = await app.ghost(mum, 'Uncle Bob')
	await app.rate(mum, ghost.id)
	const bea = await app.claim(ghost, 'bea')
	const told = async (who: TestBrowser) => ((await who.get('/api/user')).body as SignedInUser).undoneClaims
	const undo = () => host.post(`/api/host/ghosts/${ghost.id}/undo-claim`)
	return { app, host, mum, ghost, bea, told, undo }
}

test('after a host has undone a claim its former claimer reads who and when, in every browser; nobody else does [spec 12.23]', async () => {
	const { app, host, mum, bea, told, undo } = await claimedByBea()
	setSystemTime(new Date(Date.now() + 60_000))
	expect(await told(bea)).toBeUndefined()

	expect((await undo()).status).toBe(200)

	const minute = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/)
	const undone = [{ at: minute, by: 'host' as const, undoneBy: 'jonas', ghost: 'Uncle Bob' }]
	for (const browser of [bea, await app.signIn(bea)]) expect(await told(browser)).toEqual(undone)
	for (const browser of [host, mum]) expect(await told(browser)).toBeUndefined()
	for (const browser of [host, mum, app.browser()])
		expect(JSON.stringify((await browser.get(`/api/users/${bea.id}`)).body)).not.toContain('undoneClaims')
})

test('it is told too when the operator does it in the terminal, who has no name', async () => {
	const { app, ghost, bea, told } = await claimedByBea()

	await hostGhostService(app.context).undoClaim(TERMINAL, ghost.id)

	expect(await told(bea)).toMatchObject([{ by: 'terminal', undoneBy: null, ghost: 'Uncle Bob' }])
})

test('the newest comes first, without names of those who are gone', async () => {
	const { app, host, mum, ghost, bea, told, undo } = await claimedByBea()
	const other = await app.ghost(mum, 'Aunt Amy')
	await bea.post('/api/ghost-drivers/claim', { token: other.ghostClaimToken })
	await undo()
	const second = await app.host('second.host')
	await second.post(`/api/host/ghosts/${other.id}/undo-claim`)

	expect((await host.delete(`/api/host/ghosts/${ghost.id}`)).status).toBe(200)
	await host.delete(`/api/host/people/${second.id}`, { ratings: 'stay' })

	expect(await told(bea)).toMatchObject([
		{ undoneBy: null, ghost: 'Aunt Amy' },
		{ undoneBy: 'jonas', ghost: null },
	])
})

test('a claim that was made again is not told as undone', async () => {
	const { mum, ghost, bea, told, undo } = await claimedByBea()
	await undo()
	const { ghostClaimToken } = (await mum.get(`/api/users/${ghost.id}`)).body as { ghostClaimToken: string }

	await bea.post('/api/ghost-drivers/claim', { token: ghostClaimToken })

	expect(await told(bea)).toBeUndefined()
	await undo()
	expect(await told(bea)).toHaveLength(2)
})

test('a host who undoes a claim of their own knows it', async () => {
	const { app, host, mum, told } = await claimedByBea()
	const { id, ghostClaimToken: token } = await app.ghost(mum, 'Aunt Amy')
	await host.post('/api/ghost-drivers/claim', { token })

	expect((await host.post(`/api/host/ghosts/${id}/undo-claim`)).status).toBe(200)

	expect(await told(host)).toBeUndefined()
})

test('a claimer who left is told nothing, whoever has their name afterwards', async () => {
	const { app, bea, told, undo } = await claimedByBea()
	await undo()
	expect(await told(bea)).toHaveLength(1)

	await bea.delete(`/api/users/${bea.id}`, { password: bea.password, ratings: 'go' })

	expect(await told(await app.member('bea'))).toBeUndefined()
})

test('after ninety days it is told no more', async () => {
	const { app, bea, told, undo } = await claimedByBea()
	await undo()

	for (const days of [29, 58, 87]) {
		setSystemTime(new Date(Date.now() + 29 * 86_400_000))
		await app.signIn(bea, bea)
		expect(await told(bea), `${days}`).toHaveLength(1)
	}
	setSystemTime(new Date(Date.now() + 4 * 86_400_000))
	expect(await told(bea)).toBeUndefined()
})
