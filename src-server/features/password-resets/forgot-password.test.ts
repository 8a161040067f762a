import { afterEach, expect, test } from 'bun:test'
import { passwordResets } from '#db/schema.ts'
import { type MailServer, type MailServerBehaviour, startMailServer } from '#server/testing/mail-server.ts'
import { testApp } from '#server/testing/test-app.ts'
import { tokenHash } from '#server/tokens.ts'

/** Maximum delay of a message, in seconds. */
const PAUSE_MAX = 6
const thanks = { status: 202, cookies: [], body: { success: true } }
const toClose: (() => unknown)[] = []

afterEach(() => {
	for (const close of toClose.splice(0)) close()
})

async function setUpWithMail({
	behaviour,
	rateLimitScale = 0,
}: {
	behaviour?: MailServerBehaviour
	rateLimitScale?: number
} = {}) {
	const mail: MailServer = await startMailServer(behaviour)
	const app = testApp({
		smtpUrl: mail.url,
		smtpFrom: 'rides@example.org',
		publicUrl: new URL('https://rides.instance.example'),
		basePath: '/app',
		rateLimitScale,
	})
	toClose.push(mail.close, app.close)
	const join = async (username: string, email: string | null) => {
		const browser = app.browser()
		await browser.post('/app/api/users', { username, password: 'backseat', email })
		return browser
	}
	const forgot = (username: unknown, address = '203.0.113.7') =>
		app.browser({ address }).post('/app/api/forgot-password', { username })
	/** Lets the pause pass and waits until this many messages have arrived in all. */
	const received = async (count: number) => {
		app.wait(PAUSE_MAX)
		await mail.received(count)
	}
	const links = () => app.rows(passwordResets).length
	return { app, mail, join, forgot, received, links }
}

test('a member who gave an address gets a message with a link that works', async () => {
	const { app, mail, join, forgot, received } = await setUpWithMail()
	await join('mum', 'mum@home.example')

	expect(await forgot('MUM')).toMatchObject(thanks)
	await received(1)

	const [message] = mail.messages
	expect(message).toMatchObject({ from: 'rides@example.org', to: 'mum@home.example' })
	const data = message?.data ?? ''
	expect(data).toContain('From: Backseat <rides@example.org>')
	expect(data).toContain('Subject: Set a new password for Backseat')
	expect(data).toContain('Auto-Submitted: auto-generated')
	expect(data).toContain('Content-Type: text/plain; charset=utf-8')
	const [, token = ''] = /^https:\/\/rides\.instance\.example\/app\/reset\/([\w-]{32})$/m.exec(data) ?? []
	const answer = await app.browser().post('/app/api/password-resets', { token, password: 'new-secret' })
	expect(answer).toMatchObject({ status: 200, body: { username: 'mum' } })
})

test('the link starts with the address of the settings, whatever the asking browser calls this server', async () => {
	const { app, mail, join, received } = await setUpWithMail()
	await join('mum', 'mum@home.example')
	const headers = { 'X-Forwarded-Host': 'evil.example', Host: '127.0.0.1', Origin: 'http://127.0.0.1' }

	expect(await app.browser().post('/app/api/forgot-password', { username: 'mum' }, headers)).toMatchObject(thanks)
	await received(1)

	const addresses = mail.messages[0]?.data.match(/https?:\/\/[^/\s]+/g) ?? []
	expect([...new Set(addresses)]).toEqual(['https://rides.instance.example'])
})

test('nobody learns who has an account or an address: all are answered alike, and only one gets a message [T8]', async () => {
	const { app, mail, join, forgot, received, links } = await setUpWithMail()
	const mum = await join('mum', 'mum@home.example')
	await join('dad', null)
	const { body } = await mum.post('/app/api/ghost-drivers', { username: 'Bob', email: 'bob@home.example' })
	const ghost = (body as { username: string }).username

	const answers = []
	for (const name of ['nobody', 'dad', ghost, 'demo', 'guest', 'mum']) answers.push(await forgot(name))
	await received(1)

	for (const { status, body, headers } of answers) {
		expect({ status, body }).toEqual({ status: 202, body: { success: true } })
		expect([...headers.keys()]).toEqual([...(answers[0]?.headers.keys() ?? [])])
	}
	expect(mail.messages.map(({ to }) => to)).toEqual(['mum@home.example'])
	expect(links()).toBe(1)
	expect([app.logged, app.warnings]).toEqual([[], []])
	expect(app.lines.filter((line) => line.includes(' error '))).toEqual([])
})

test('where no mail server is set there is no such call', async () => {
	const app = testApp({ publicUrl: new URL('https://rides.instance.example') })
	await app.member('mum')

	expect(await app.browser().post('/api/forgot-password', { username: 'mum' })).toMatchObject({ status: 404 })
	expect(app.rows(passwordResets)).toEqual([])
})

test('an invalid username is a mistake in the form', async () => {
	const { forgot } = await setUpWithMail()

	for (const name of [undefined, null, '', 'ab', 7, ['mum'], 'mu\nm'])
		expect([name, (await forgot(name)).status]).toEqual([name, 400])
})

test('five in ten minutes from one address; nobody fills mum’s mailbox from many addresses', async () => {
	const { app, mail, join, forgot, received, links } = await setUpWithMail({ rateLimitScale: 1 })
	await join('mum', 'mum@home.example')
	await join('dad', 'dad@home.example')
	for (let i = 0; i < 5; i++) expect((await forgot('nobody', '198.51.100.1')).status).toBe(202)
	expect(await forgot('nobody', '198.51.100.1')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })

	// The sixth request gets the same answer but no message, so the next message to arrive is dad's.
	for (let i = 0; i < 6; i++) expect(await forgot('mum', `198.51.100.${10 + i}`)).toMatchObject(thanks)
	await received(3)
	await forgot('dad', '198.51.100.30')
	await received(4)

	expect(mail.messages.map(({ to }) => to)).toEqual([...Array(3).fill('mum@home.example'), 'dad@home.example'])
	expect(links()).toBe(2)
	app.wait(3600)
	await forgot('mum', '198.51.100.31')
	await received(5)
})

test('nor from many accounts that all name her mailbox, each in its own spelling [T64]', async () => {
	const { mail, join, forgot, received } = await setUpWithMail({ rateLimitScale: 1 })
	for (let i = 0; i < 5; i++) await join(`flood-${i}`, i % 2 ? `m.um+${i}@home.example` : 'MUM@home.example')
	await join('dad', 'dad@home.example')

	for (let i = 0; i < 15; i++) expect(await forgot(`flood-${i % 5}`, `198.51.100.${i}`)).toMatchObject(thanks)
	await received(10)
	await forgot('dad', '198.51.100.30')
	await received(11)

	expect(mail.messages.filter(({ to }) => to !== 'dad@home.example')).toHaveLength(10)
	expect(mail.messages.at(-1)?.to).toBe('dad@home.example')
})

test('a mail server that refuses is only reported in the log, without the address and without the link', async () => {
	const { app, join, forgot } = await setUpWithMail({ behaviour: 'refusing' })
	await join('mum', 'mum@home.example')

	expect(await forgot('mum')).toMatchObject(thanks)
	app.wait(PAUSE_MAX)
	while (app.warnings.length === 0) await Bun.sleep(5)

	expect(app.warnings).toEqual(['A mail could not be sent (EENVELOPE 550). Check smtp-url and smtp-from.'])
	expect(app.logged).toEqual([])
})

test('a message that still waits when the server stops is sent then, and its link works', async () => {
	const { app, mail, join, forgot } = await setUpWithMail()
	await join('mum', 'mum@home.example')
	await forgot('mum')

	const closing = app.close()
	// The mail is written before any await, because the data file is closed after that.
	const [link] = app.rows(passwordResets)
	await closing
	await mail.received(1)
	app.wait(PAUSE_MAX)

	const [, token = ''] = /\/reset\/([\w-]{32})$/m.exec(mail.messages[0]?.data ?? '') ?? []
	expect(link?.tokenHash).toBe(tokenHash(token))
	expect((await app.browser().get(`/app/api/password-resets/${token}`)).status).toBe(200)
})

test('in a flood nobody’s name is kept beyond a hundred: everybody is told to come back, and can [T8]', async () => {
	const { app, mail, join, forgot, received } = await setUpWithMail()
	await join('mum', 'mum@home.example')
	for (let i = 0; i < 100; i++) await forgot(`nobody-${i}`)

	for (const name of ['mum', 'nobody']) {
		const { status, headers, body } = await forgot(name)
		expect([status, headers.get('retry-after'), body]).toEqual([503, '1', expect.objectContaining({ code: 'busy' })])
	}
	app.wait(PAUSE_MAX)
	expect(await forgot('mum')).toMatchObject(thanks)
	await received(1)

	expect(mail.messages).toHaveLength(1)
	expect(app.logged).toEqual([])
})
