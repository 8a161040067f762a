import { expect, test } from 'bun:test'
import { startMailServer } from '#server/testing/mail-server.ts'
import { DAY, HOUR, NOON, newsApp, SLOT } from './testing/news-app.ts'

const ADDRESS = 'mum@home.example'

/** A member with an address, and a mail server that records messages. */
async function mailFamily(settings = {}) {
	const mail = await startMailServer()
	const made = newsApp({
		smtpUrl: mail.url,
		smtpFrom: 'rides@home.example',
		publicUrl: new URL('http://localhost:7433'),
		pushContact: null,
		...settings,
	})
	const { app } = made
	const mum = await app.member('mum')
	const dad = await app.member('dad')
	const kid = await app.member('kid')
	const setAddress = (email: string | null) => mum.patch(`/api/users/${mum.id}`, { email, password: mum.password })
	await setAddress(ADDRESS)
	const ask = () => mum.post(`/api/users/${mum.id}/email/check`)
	const mailed = async (nth: number) => {
		await Promise.race([mail.received(nth), Bun.sleep(5000)])
		expect([mail.messages.length >= nth, app.warnings]).toEqual([true, []])
		return (
			mail.messages[nth - 1]?.data
				.replaceAll(/=\r?\n/g, '')
				.replaceAll('=3D', '=')
				.replaceAll(/\r?\n /g, ' ') ?? ''
		)
	}
	const tokenIn = (text: string) => /\/email\/([\w-]+)/.exec(text)?.[1] ?? ''
	const verify = (token: string) => app.browser().post(`/api/email-checks/${token}`)
	const isVerified = async () =>
		((await mum.get(`/api/users/${mum.id}/news`)).body as { isEmailVerified: boolean }).isEmailVerified
	return { ...made, mail, mum, dad, kid, setAddress, ask, mailed, tokenIn, verify, isVerified }
}

test('a member verifies their address by a link that works once, from any browser', async () => {
	const { mail, ask, mailed, tokenIn, verify, isVerified } = await mailFamily()
	expect((await ask()).status).toBe(202)
	const text = await mailed(1)
	expect(text).toContain(`To: ${ADDRESS}`)
	expect(text).not.toContain('mum\n')
	const token = tokenIn(text)
	expect(await isVerified()).toBe(false)

	expect((await verify(token)).status).toBe(200)

	expect(await isVerified()).toBe(true)
	expect((await verify(token)).status).toBe(404)
	expect((await ask()).status).toBe(202)
	await Bun.sleep(50)
	expect(mail.messages).toHaveLength(1)
	mail.close()
})

test('a link is worthless once it is replaced, a day old, or the address is another [T64]', async () => {
	const { mail, ask, mailed, tokenIn, verify, isVerified, setAddress, setClock } = await mailFamily()
	await ask()
	const first = tokenIn(await mailed(1))
	await ask()
	const second = tokenIn(await mailed(2))
	expect((await verify(first)).status).toBe(404)
	setClock(NOON + DAY)
	expect((await verify(second)).status).toBe(404)
	setClock(NOON)
	await setAddress('other@home.example')
	await setAddress(ADDRESS)
	for (const token of [second, 'A'.repeat(32), '', '..']) expect((await verify(token)).status).toBe(404)
	expect(await isVerified()).toBe(false)
	mail.close()
})

test('another address is not verified, and gets no news [T64]', async () => {
	const { mail, mum, ask, mailed, tokenIn, verify, isVerified, setAddress, choose } = await mailFamily()
	await ask()
	await verify(tokenIn(await mailed(1)))
	expect(await choose(mum, { mail: true })).toMatchObject({ status: 200, body: { mail: true } })
	await setAddress(ADDRESS)
	expect(await isVerified()).toBe(true)

	await setAddress('other@home.example')

	expect((await mum.get(`/api/users/${mum.id}/news`)).body).toMatchObject({ mail: false, isEmailVerified: false })
	mail.close()
})

test('three links a day, five to one mailbox, and none without mail or address [T64]', async () => {
	const { app, mail, mum, dad, kid, ask, mailed, setAddress } = await mailFamily({ rateLimitScale: 1 })
	for (const status of [202, 202, 202, 429, 429]) expect((await ask()).status).toBe(status)
	const same = async (member: typeof dad, email: string | null) => {
		await member.patch(`/api/users/${member.id}`, { email, password: member.password })
		return (await member.post(`/api/users/${member.id}/email/check`)).status
	}
	expect(await same(dad, 'M.um@home.example')).toBe(202)
	expect(await same(kid, 'mum+kid@home.example')).toBe(202)
	expect(await same(dad, 'mum+dad@home.example')).toBe(202)
	await mailed(5)
	await Bun.sleep(50)
	expect(mail.messages).toHaveLength(5)
	app.wait(DAY / 1000)
	expect((await ask()).status).toBe(202)
	await setAddress(null)
	expect(await ask()).toMatchObject({ status: 409, body: { code: 'no_email' } })
	mail.close()
	expect(
		(
			await newsApp()
				.app.member('mum')
				.then((one) => one.post(`/api/users/${one.id}/email/check`))
		).status,
	).toBe(404)
	expect(mum.id).toBeGreaterThan(0)
})

async function mailDue() {
	const family = await mailFamily()
	const { app, mum, dad, kid, ask, mailed, tokenIn, verify, choose } = family
	await ask()
	await verify(tokenIn(await mailed(1)))
	await choose(mum, { mail: true })
	for (const rater of [dad, kid]) await app.rate(rater, mum.id, { starRating: 1 })
	return family
}

test('by mail a member learns in the slot how many there are, and how to hear no more of it [T58]', async () => {
	const { mail, mum, goTo, mailed } = await mailDue()
	await goTo(SLOT - 1)
	expect(mail.messages).toHaveLength(1)
	await goTo(SLOT)
	const text = await mailed(2)

	expect(text).toContain('Subject: 2 new verdicts are waiting')
	expect(text).toContain(`http://localhost:7433/profile/${mum.id}`)
	expect(text).toContain('Content-Type: text/plain')
	expect(text).toMatch(/http:\/\/localhost:7433\/unsubscribe\/[\w-]+\n/)
	expect(text).toMatch(/^List-Unsubscribe: <http:\/\/localhost:7433\/api\/news\/stop\?token=[\w-]+>$/m)
	expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
	// A random token may contain any of these.
	expect(text.replaceAll(/(unsubscribe\/|token=)[\w-]+/g, '')).not.toMatch(/dad|kid|star|bumpy|html|img/i)
	mail.close()
})

test('one click in a mail program ends the mails: from anywhere, without a session, as RFC 8058 has it [T64]', async () => {
	const { app, mail, mum, dad, kid, goTo, mailed, setClock } = await mailDue()
	await goTo(SLOT)
	const [, path = ''] = /List-Unsubscribe: <http:\/\/localhost:7433([^>]+)>/.exec(await mailed(2)) ?? []
	const wants = async () => ((await mum.get(`/api/users/${mum.id}/news`)).body as { mail: boolean }).mail
	const click = (address: string, body = 'List-Unsubscribe=One-Click', headers: Record<string, string> = {}) =>
		app.ask(
			new Request(`http://localhost:7433${address}`, {
				method: 'POST',
				body,
				headers: { Host: 'localhost:7433', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
			}),
		)
	expect(path).toContain('/api/news/stop?token=')
	// Opening the link only leads to the page with the button.
	const looked = await app.browser().get(path)
	const [, token = ''] = path.split('token=')
	expect([looked.status, looked.headers.get('Location')]).toEqual([303, `/unsubscribe/${token}`])
	const elsewhereOrNowhere = ['?token=//evil.example', '?token=../api', ''].map(async (query) => {
		const { headers } = await app.browser().get(`/api/news/stop${query}`)
		return headers.get('Location')
	})
	expect(await Promise.all(elsewhereOrNowhere)).toEqual([
		'/unsubscribe/%2F%2Fevil.example',
		'/unsubscribe/..%2Fapi',
		'/unsubscribe/none',
	])
	expect((await click(`${path}x`)).status).toBe(404)
	expect((await click('/api/news/stop')).status).toBe(404)
	expect(await wants()).toBe(true)

	const elsewhere = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' }
	expect((await click(path, undefined, elsewhere)).status).toBe(200)
	expect(await wants()).toBe(false)

	// Only this exact path is exempt from the gate.
	for (const other of ['/api/logout', '/api/news/stopp', '/api/news/stop/', '/api//news/stop'])
		expect([other, (await click(other, '{}', { ...elsewhere, 'Content-Type': 'application/json' })).status]).toEqual([
			other,
			403,
		])
	expect((await click('/api/logout')).status).toBe(415)
	setClock(SLOT + HOUR)
	for (const rater of [dad, kid]) await app.rate(rater, mum.id)
	await goTo(SLOT + DAY)
	await Bun.sleep(50)
	expect(mail.messages).toHaveLength(2)
	mail.close()
})

test('the token in JSON ends them too, and is nobody else’s', async () => {
	const { app, mail, mum, goTo, mailed } = await mailDue()
	await goTo(SLOT)
	const [, token = ''] = /news\/stop\?token=([\w-]+)>/.exec(await mailed(2)) ?? []
	const stop = (text: string) => app.browser().post('/api/news/stop', { token: text })
	const [id = '', mac = ''] = token.split(/-(.*)/)
	expect(Number.parseInt(id, 36)).toBe(mum.id)
	for (const forged of [`${(mum.id + 1).toString(36)}-${mac}`, `${id}-${'A'.repeat(24)}`, id, ''])
		expect((await stop(forged)).status).toBe(404)
	expect((await stop(token)).status).toBe(200)
	expect((await mum.get(`/api/users/${mum.id}/news`)).body).toMatchObject({ mail: false, rhythm: 'evenings' })
	mail.close()
})
