import { expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { passwordResets } from '#db/schema.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { createMailer } from './mailer.ts'

const message = { to: 'mum@home.example', subject: 'Hello', text: 'A message.' }

async function deadUrl() {
	const mail = await startMailServer()
	mail.close()
	return mail.url
}

function mailerTo(smtpUrl: string | null, smtpFrom: string | null = 'rides@example.org', publicUrl: URL | null = null) {
	const warnings: string[] = []
	const failures: string[] = []
	const log = { warn: (text: string) => warnings.push(text), failure: (what: string) => failures.push(what) }
	return { mailer: createMailer({ smtpUrl, smtpFrom, publicUrl }, log), warnings, failures }
}

test('without a mail server in the settings there is nothing that could mail', () => {
	expect(mailerTo(null).mailer).toBeNull()
	expect(mailerTo('smtp://127.0.0.1:1', null).mailer).toBeNull()
})

test('a mail server is greeted by a full name: of the public address, else of the sender [B27]', async () => {
	const mail = await startMailServer()
	const from = 'rides@mail.example.org'
	for (const publicUrl of ['https://Rides.Example.org./rides', 'http://localhost:7433', 'http://192.168.1.20:7433'])
		expect(await mailerTo(mail.url, from, new URL(publicUrl)).mailer?.deliver(message)).toBeNull()
	mail.close()

	expect(mail.greetings).toEqual(['EHLO rides.example.org', 'EHLO mail.example.org', 'EHLO mail.example.org'])
	expect(mail.messages[0]?.data).toMatch(/^Message-ID: <[^@]+@mail\.example\.org>$/m)
})

const atLoopback = networkInterfaces().lo?.some(({ address }) => address === '::1')
	? ['127.0.0.1', '::1']
	: ['127.0.0.1']

test.each(atLoopback)('a mail server at localhost is found at %s, with or without a final dot [B27]', async (host) => {
	const mail = await startMailServer('accepting', host)
	for (const name of ['localhost', 'LOCALHOST.'])
		expect(await mailerTo(`smtp://${name}:${mail.port}`).mailer?.deliver(message)).toBeNull()
	mail.close()

	expect(mail.messages).toHaveLength(2)
})

test('a message says nothing but what was written, even to a name that tries to be two addresses', async () => {
	const mail = await startMailServer()
	const { mailer, warnings } = mailerTo(mail.url)

	mailer?.send(() => ({
		...message,
		to: 'mum@home.example, evil@evil.example',
		subject: 'Hi\r\nBcc: evil@evil.example',
	}))
	mailer?.send(() => message)
	await mail.received(1)
	await mailer?.close()
	mail.close()

	expect(mail.messages.map(({ to }) => to).filter((to) => to === 'evil@evil.example')).toEqual([])
	expect(mail.messages.map(({ data }) => data).join('')).not.toMatch(/^Bcc:/m)
	expect(warnings.join()).not.toContain('evil')
})

test('a mail server that answers with more than 64 KB at once is given up [T70]', async () => {
	const mail = await startMailServer('talkative')
	const { mailer } = mailerTo(mail.url)

	expect(await mailer?.deliver(message)).not.toBeNull()
	await mailer?.close()
	mail.close()

	expect(mail.messages).toEqual([])
})

test('a message names no file or URL from which content is loaded [T70]', async () => {
	const mail = await startMailServer()
	const { mailer } = mailerTo(mail.url)
	let asked = 0
	using elsewhere = Bun.serve({
		port: 0,
		fetch: () => {
			asked += 1
			return new Response('loaded')
		},
	})

	for (const content of [{ text: { href: elsewhere.url.href } }, { attachments: [{ href: elsewhere.url.href }] }])
		expect(await mailer?.deliver({ ...message, ...(content as object) })).not.toBeNull()
	await mailer?.close()
	mail.close()

	expect([asked, mail.messages]).toEqual([0, []])
})

test('a dead mail server is reported in the log, with what the operator needs to fix it', async () => {
	const url = await deadUrl()
	const { mailer, warnings } = mailerTo(url)

	mailer?.send(() => message)
	await mailer?.close()

	expect(warnings).toHaveLength(1)
	expect(warnings[0]).toMatch(/^A mail could not be sent \(E\w+: .*\)\. Check smtp-url and smtp-from\.$/)
	expect(warnings[0]).not.toContain('home.example')
})

test('the mail server’s password goes over no open line, unless the operator allows it', async () => {
	const mail = await startMailServer()
	const url = mail.url.replace('//', '//rides:mail-secret@')
	const careful = mailerTo(url)
	const careless = mailerTo(`${url}?requireTLS=false`)

	careful.mailer?.send(() => message)
	await careful.mailer?.close()
	careless.mailer?.send(() => message)
	await mail.received(1)
	await careless.mailer?.close()
	mail.close()

	expect(careful.warnings).toEqual([
		expect.stringMatching(/^A mail could not be sent \(E.* Try smtps:\/\/ in smtp-url\.$/),
	])
	expect(careful.warnings.join()).not.toContain('mail-secret')
	expect(careless.warnings).toEqual([])
	expect(mail.messages).toHaveLength(1)
})

test('what cannot be written is not sent, and hurts nobody', async () => {
	const mail = await startMailServer()
	const { mailer, warnings, failures } = mailerTo(mail.url)

	mailer?.send(() => null)
	mailer?.send(() => {
		throw new Error('mum@home.example')
	})
	mailer?.send(() => message)
	await mail.received(1)
	await mailer?.close()
	mail.close()

	expect(mail.messages).toHaveLength(1)
	expect([warnings, failures]).toEqual([[], ['A mail could not be written']])
})

test('close gives up on a mail server that says nothing', async () => {
	const mail = await startMailServer('silent')
	const { mailer, warnings } = mailerTo(mail.url)
	mailer?.send(() => message)
	await mail.connected(1)

	await mailer?.close()
	while (warnings.length === 0) await Bun.sleep(5)
	mail.close()

	expect(warnings).toHaveLength(1)
})

test('a real server works on while a message waits, writes it when it stops, and waits for no silent mail server [B19]', async () => {
	const mail = await startMailServer('silent')
	const smtp = ['--smtp-url', mail.url, '--smtp-from', 'rides@example.org', '--public-url', 'http://localhost']
	const dataDir = freshFolder()
	const server = await startServer({ flags: ['--data-dir', dataDir, ...smtp] })
	const post = (path: string, body: object) =>
		fetch(`${server.origin}/api/${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		})
	await post('users', { username: 'mum', password: 'backseat', email: 'mum@home.example' })

	const answer = await post('forgot-password', { username: 'mum' })
	const login = await post('login', { username: 'mum', password: 'backseat' })
	const exitCode = await server.end('SIGTERM')
	mail.close()

	expect([answer.status, login.status, exitCode]).toEqual([202, 200, 0])
	expect(mail.connections()).toBe(1)
	expect(server.output.stderr).not.toContain('home.example')
	const db = openDatabase(join(dataDir, 'backseat.db'))
	expect(db.orm.select().from(passwordResets).all()).toHaveLength(1)
	db.close()
}, 30_000)
