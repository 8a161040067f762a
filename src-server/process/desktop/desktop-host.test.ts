import { afterAll, beforeAll, expect, test } from 'bun:test'
import { everyCall } from '#contract/every-call.ts'
import { lanAddresses } from '#server/http/addresses/own-addresses.ts'
import { type DesktopServer, startDesktopServer, withSecret } from '#server/testing/desktop-process.ts'
import { freshFolder } from '#server/testing/server-process.ts'

/*
 * Checks from outside who is host in the real program's desktop edition: the person at the app's own window, and
 * otherwise only members who were made host.
 */

const [lan] = lanAddresses()
const unless = lan ? '' : ' (SKIPPED: this machine is on no network, so it has no address that a phone could have)'

const dataDir = freshFolder()
let server: DesktopServer
let mum: { id: number; session: string }

beforeAll(async () => {
	server = await startDesktopServer({ flags: ['--data-dir', dataDir, '--lan'] })
	mum = await signUp(server.origin, 'mum', withSecret)
})
afterAll(async () => {
	await server.end()
})

const phoneOrigin = () => `http://${lan}:${new URL(server.origin).port}`
const window = ({ session }: typeof mum) => ({ Cookie: `${session}; ${withSecret.Cookie}` })

async function signUp(origin: string, username: string, headers: Record<string, string>) {
	const { status, body, cookies } = await send(origin, 'POST', '/api/users', headers, {
		username,
		password: 'backseat',
	})
	if (status !== 201) throw new Error(`${username} could not sign up: ${JSON.stringify(body)}`)
	return { id: (body as { id: number }).id, session: cookies[0]?.split(';')[0] ?? '' }
}

async function send(origin: string, method: string, path: string, headers: Record<string, string>, body?: object) {
	const answer = await fetch(origin + path, {
		method,
		headers: { Origin: origin, ...(body && { 'Content-Type': 'application/json' }), ...headers },
		body: body && JSON.stringify(body),
	})
	const cookies = answer.headers.getSetCookie()
	return { status: answer.status, body: (await answer.json().catch(() => null)) as unknown, cookies }
}
const read = (origin: string, path: string, headers: Record<string, string>) => send(origin, 'GET', path, headers)

const notHost = { status: 403, body: { code: 'not_host' } }

const acts = () =>
	everyCall
		.filter(({ call }) => call.isConfirmed)
		.map(({ call: { method, path } }) => ({ method, path: `/api${path.replaceAll(/:\w+/g, String(mum.id))}` }))

test('a member at the app’s own window is host there, and what they change asks for the password', async () => {
	const { origin, output } = server

	expect(output.stdout).not.toContain('/invite/')
	expect(await read(origin, '/api/user', window(mum))).toMatchObject({ status: 200, body: { isHost: true } })
	expect(await read(origin, '/api/host', window(mum))).toMatchObject({ status: 200, body: { people: { all: 1 } } })
	for (const { method, path } of acts())
		expect([path, await send(origin, method, path, window(mum), method === 'GET' ? undefined : {})]).toMatchObject([
			path,
			{ status: 403, body: { code: 'confirm_first' } },
		])
	const password = (password: string) => send(origin, 'POST', '/api/host/confirm', window(mum), { password })
	expect(await password('not-it-at-all')).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
	expect(await password('backseat')).toMatchObject({ status: 200 })
})

test('another program on this computer gets nowhere, also with the session of the window', async () => {
	const others: Record<string, string>[] = [
		{},
		{ Cookie: mum.session },
		{ Cookie: `${mum.session}; backseat_desktop=guess` },
	]
	for (const headers of others)
		for (const path of ['/api/host', '/api/user', '/host'])
			expect([path, (await read(server.origin, path, headers)).status]).toEqual([path, 403])
})

test.skipIf(!lan)(
	`once the network is let in, a program on this computer gets what a phone gets, and nothing of the window’s${unless} [T29]`,
	async () => {
		// The program uses the computer's address in the network, so it cannot be told from a phone.
		expect(await read(phoneOrigin(), '/api/instance', {})).toMatchObject({ status: 200 })
		expect(await read(phoneOrigin(), '/api/host', {})).toMatchObject({ status: 401 })
		expect(await read(server.origin, '/api/instance', {})).toMatchObject({
			status: 403,
			body: { code: 'desktop_only' },
		})
	},
)

test.skipIf(!lan)(`from a phone the same member is no host, whatever it sends along${unless}`, async () => {
	const login = { username: 'mum', password: 'backseat' }
	const { cookies } = await send(phoneOrigin(), 'POST', '/api/login', {}, login)
	const onPhone = cookies[0]?.split(';')[0] ?? ''
	const tries: Record<string, string>[] = [
		{ Cookie: onPhone },
		{ Cookie: mum.session },
		window(mum),
		{ Cookie: `${onPhone}; ${withSecret.Cookie}` },
		{ ...window(mum), 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', 'X-Real-IP': '127.0.0.1' },
	]

	for (const headers of tries) {
		expect(await read(phoneOrigin(), '/api/user', headers)).toMatchObject({ status: 200, body: { isHost: false } })
		expect(await read(phoneOrigin(), '/api/host', headers)).toMatchObject(notHost)
		expect(await send(phoneOrigin(), 'POST', '/api/host/confirm', headers, { password: 'backseat' })).toMatchObject(
			notHost,
		)
		for (const { method, path } of acts())
			expect(await send(phoneOrigin(), method, path, headers, method === 'GET' ? undefined : {})).toMatchObject(notHost)
	}
	const asWindow = { ...window(mum), Host: `127.0.0.1:${new URL(server.origin).port}` }
	expect(await read(phoneOrigin(), '/api/host', asWindow)).toMatchObject(notHost)
})

test.skipIf(!lan)(`a member who was made host is one from everywhere, until that is undone${unless}`, async () => {
	const dad = await signUp(phoneOrigin(), 'dad', {})
	const onPhone = { Cookie: dad.session }
	const ofDad = `/api/host/people/${dad.id}/host`
	await send(server.origin, 'POST', '/api/host/confirm', window(mum), { password: 'backseat' })
	expect(await read(phoneOrigin(), '/api/host', onPhone)).toMatchObject(notHost)

	expect(await send(server.origin, 'POST', ofDad, window(mum))).toMatchObject({ status: 200 })
	expect(await read(phoneOrigin(), '/api/user', onPhone)).toMatchObject({ status: 200, body: { isHost: true } })
	expect(await read(phoneOrigin(), '/api/host', onPhone)).toMatchObject({ status: 200 })
	expect(await read(phoneOrigin(), '/api/host', { Cookie: mum.session })).toMatchObject(notHost)

	// The last host may lose the role here, because the window always acts as host.
	expect(await send(server.origin, 'DELETE', ofDad, window(mum))).toMatchObject({ status: 200 })
	expect(await read(phoneOrigin(), '/api/host', onPhone)).toMatchObject(notHost)
})
