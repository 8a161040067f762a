import { expect, test } from 'bun:test'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { forsakenPort } from '#server/testing/server-process.ts'
import { type Alert, alertSender, RING_TEST, signedHeaders } from './alert-sender.ts'
import { alertService } from './testing/alert-services.ts'

const PUBLIC = new URL('https://rides.example.org')
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const keyOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')
const DISK: Alert = { kind: 'disk', title: 'The disk is nearly full', text: 'Make room.', urgency: 'high' }

function senderTo(alertUrl: string, special: Partial<Config> = {}, timeoutMs?: number) {
	const logged: string[] = []
	const log = { warn: (text: string) => logged.push(text), failure: (what: string) => logged.push(what) }
	const config = { ...defaultConfig, publicUrl: PUBLIC, alertUrl, ...special }
	return { ...alertSender(config, log, { now: () => new Date('2026-11-25T12:00:00.5Z'), timeoutMs }), logged }
}

test('ntfy gets topic, words, priority and where a tap leads, at its root, with the token in a header', async () => {
	using ntfy = alertService()
	const { send } = senderTo(ntfy.ntfy)

	expect(await send(DISK)).toEqual([{ to: ntfy.host, problem: null }])

	const [{ path, headers, json }] = ntfy.taken as [(typeof ntfy.taken)[number]]
	expect(path).toBe('/')
	expect(headers.get('authorization')).toBe('Bearer tk_token')
	expect(json).toEqual({
		topic: 'backseat',
		title: 'Backseat: The disk is nearly full',
		message: 'rides.example.org: Make room.',
		priority: 5,
		tags: ['rotating_light'],
		click: 'https://rides.example.org/host',
	})
})

test('Gotify gets the same in its own words, and a ring test wakes nobody', async () => {
	using gotify = alertService()
	const { send } = senderTo(`gotify+http://:app-token@${gotify.host}/under`)

	expect(await send(RING_TEST)).toEqual([{ to: gotify.host, problem: null }])

	const [{ path, headers, json }] = gotify.taken as [(typeof gotify.taken)[number]]
	expect([path, headers.get('x-gotify-key')]).toEqual(['/under/message', 'app-token'])
	expect(json).toEqual({
		title: 'Backseat: Ring test',
		message: 'rides.example.org: Alerts of this Backseat arrive here.',
		priority: 2,
		extras: { 'client::notification': { click: { url: 'https://rides.example.org/host' } } },
	})
})

test('a webhook is signed once with each secret, over what really arrives', async () => {
	using hook = alertService(() => new Response(null, { status: 204 }))
	const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
	const { send } = senderTo(`webhook+http://${hook.host}/hooks/7?a=b`, { alertSecret: `${SECRET}, ${other}` })

	expect(await send(DISK)).toEqual([{ to: hook.host, problem: null }])

	const [{ headers, body, json }] = hook.taken as [(typeof hook.taken)[number]]
	const [id = '', timestamp, signature = ''] = ['id', 'timestamp', 'signature'].map(
		(name) => headers.get(`webhook-${name}`) ?? undefined,
	)
	expect([id, timestamp]).toEqual([expect.stringMatching(/^msg_[\w-]{36}$/), '1795608000'])
	const at = new Date(1_795_608_000_000)
	const expected = [SECRET, other].map(
		(secret) => signedHeaders(body, { id, at, secrets: [keyOf(secret)] })['webhook-signature'],
	)
	expect(signature.split(' ')).toEqual(expected as string[])
	expect(json).toEqual({
		type: 'alert.disk',
		timestamp: '2026-11-25T12:00:00.500Z',
		data: {
			title: 'Backseat: The disk is nearly full',
			message: 'rides.example.org: Make room.',
			urgency: 'high',
			link: 'https://rides.example.org/host',
		},
	})
})

test('the signature is that of the test vector of Standard Webhooks', () => {
	const at = new Date(1_614_265_330_000)

	expect(
		signedHeaders('{"test": 2432232314}', { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, secrets: [keyOf(SECRET)] }),
	).toEqual({
		'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
		'webhook-timestamp': '1614265330',
		'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
	})
})

test('a mailbox gets a mail, by the mail server that there is', async () => {
	const mail = await startMailServer()
	const { send, stop } = senderTo('mailto:ops@example.org', { smtpUrl: mail.url, smtpFrom: 'rides@example.org' })

	expect(await send(DISK)).toEqual([{ to: 'a mailbox', problem: null }])
	await stop()
	mail.close()

	expect(mail.messages).toHaveLength(1)
	expect(mail.messages[0]).toMatchObject({ from: 'rides@example.org', to: 'ops@example.org' })
	expect(mail.messages[0]?.data).toContain('Subject: Backseat: The disk is nearly full')
	expect(mail.messages[0]?.data).toContain('rides.example.org: Make room.\n\nhttps://rides.example.org/host')
})

test('a mail server that refuses is a reason without the address', async () => {
	const mail = await startMailServer('refusing')
	const { send, stop } = senderTo('mailto:ops@example.org', { smtpUrl: mail.url, smtpFrom: 'rides@example.org' })

	expect(await send(DISK)).toEqual([{ to: 'a mailbox', problem: 'EENVELOPE 550' }])
	await stop()
	mail.close()
})

test('a service that redirects gets nothing sent on, and its answer is not read [T66]', async () => {
	using elsewhere = alertService()
	using moved = alertService(() => Response.redirect(`http://${elsewhere.host}/`, 307))
	const endless = new ReadableStream({
		async pull(controller) {
			await Bun.sleep(1)
			controller.enqueue(new Uint8Array(1000))
		},
	})
	using talkative = alertService(() => new Response(endless))
	const { send } = senderTo(`${moved.ntfy}, ${talkative.ntfy}`)

	expect(await send(DISK)).toEqual([
		{ to: moved.host, problem: 'it sends others on (307)' },
		{ to: talkative.host, problem: null },
	])
	expect(elsewhere.taken).toEqual([])
})

test('one that refuses, is dead or silent is told by its name alone, and the others get theirs all the same [T66]', async () => {
	using fine = alertService()
	using closed = alertService(() => new Response('tk_token is wrong', { status: 403 }))
	using silent = alertService(() => new Promise<Response>(() => {}))
	const dead = `127.0.0.1:${forsakenPort()}`
	const { send, to, logged } = senderTo(
		[closed.ntfy, `gotify+http://:tk_token@${dead}`, silent.ntfy, fine.ntfy].join(),
		{},
		300,
	)

	const deliveries = await send(DISK)

	expect(to).toEqual([closed.host, dead, silent.host, fine.host])
	expect(deliveries).toEqual([
		{ to: closed.host, problem: 'it answers 403' },
		{ to: dead, problem: 'nobody answers there (ECONNREFUSED)' },
		{ to: silent.host, problem: 'no answer within 0.3 seconds' },
		{ to: fine.host, problem: null },
	])
	expect(logged).toEqual([])
	expect(JSON.stringify(deliveries)).not.toContain('tk_token')
})

test('where only this machine can open the address, a tap leads nowhere', async () => {
	using ntfy = alertService()
	await senderTo(ntfy.ntfy, { publicUrl: null }).send(DISK)

	expect(ntfy.taken[0]?.json).not.toHaveProperty('click')
	expect(ntfy.taken[0]?.json).toMatchObject({ message: 'Make room.' })
})
