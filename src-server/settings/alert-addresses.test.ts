import { expect, test } from 'bun:test'
import { configOf, refusalOf } from '#server/testing/given-settings.ts'
import { alertAddressesIn, alertSecretsIn } from './alert-addresses.ts'

const TOKEN = 'tk_0123456789'
const KEY = Buffer.alloc(24, 7)
const SECRET = `whsec_${KEY.toString('base64')}`

test('an operator names several services at once, and people read only where they are', () => {
	const text = `ntfy+https://:${TOKEN}@ntfy.home.lan/backseat, gotify+http://:${TOKEN}@192.168.1.9:8080/gotify/, webhook+https://hooks.example/a?b=c, mailto:ops@example.org`

	expect(alertAddressesIn(text)).toEqual([
		{
			service: 'ntfy',
			shown: 'ntfy.home.lan',
			url: 'https://ntfy.home.lan/',
			topic: 'backseat',
			authorization: `Bearer ${TOKEN}`,
		},
		{
			service: 'gotify',
			shown: '192.168.1.9:8080',
			url: 'http://192.168.1.9:8080/gotify/message',
			token: TOKEN,
		},
		{ service: 'webhook', shown: 'hooks.example', url: 'https://hooks.example/a?b=c' },
		{ service: 'mail', shown: 'a mailbox', to: 'ops@example.org' },
	])
})

test('a topic may be open to everybody, or have a user and a password', () => {
	const [open, named] = alertAddressesIn('ntfy+https://ntfy.example/a, ntfy+https://phil:my%40pass@ntfy.example/a')

	expect(open).toMatchObject({ authorization: null })
	expect(named).toMatchObject({ authorization: `Basic ${btoa('phil:my@pass')}` })
})

test.each([
	['http://127.0.0.1:81'],
	['http://[::1]'],
	['http://10.1.2.3'],
	['http://[fd00::1]'],
	['http://ntfy'],
	['http://ntfy.home.lan'],
	['http://0x7f.1'],
])('plain http is fine within the own network: %s', (address) => {
	expect(alertAddressesIn(`ntfy+${address}/backseat`)).toHaveLength(1)
})

test.each([
	['http://ntfy.example.org'],
	['http://8.8.8.8'],
	['http://134744072'],
	['http://[::ffff:8.8.8.8]'],
	['http://[2001:4860:4860::8888]'],
	['http://lan.example'],
	['http://10.1.2.3.example'],
])('over the internet a token goes by https alone: %s is refused [T66]', (address) => {
	for (const service of ['ntfy', 'gotify', 'webhook'])
		expect(() => alertAddressesIn(`mailto:a@b.example, ${service}+${address}/backseat`)).toThrow('https for address 2')
})

test.each([
	['https://ntfy.example/backseat', 'addresses such as ntfy+https:'],
	['ntfy+ftp://ntfy.example/backseat', 'address 1 is none'],
	[`ntfy+https://:${TOKEN}@ntfy.example/`, 'a topic as the path'],
	[`ntfy+https://:${TOKEN}@ntfy.example/a/b`, 'a topic as the path'],
	[`ntfy+https://:${TOKEN}@ntfy.example/a?auth=x`, 'a topic as the path'],
	[`ntfy+https://${TOKEN}@ntfy.example/a`, 'behind a colon'],
	[`ntfy+https://:${TOKEN}%0D%0AX@ntfy.example/a`, 'a token without spaces'],
	[`ntfy+https://:${TOKEN}%@ntfy.example/a`, 'a token without spaces'],
	['gotify+https://gotify.example', 'the token of an application'],
	[`gotify+https://user:${TOKEN}@gotify.example`, 'the token of an application'],
	[`webhook+https://:${TOKEN}@hooks.example/`, 'signed with alert-secret'],
	[`webhook+https://hooks.example/#${TOKEN}`, 'address 1 is none'],
	[`mailto:ops@example.org?cc=${TOKEN}@example.org`, 'address 1 is none'],
	['mailto:ops', 'address 1 is none'],
	[`ntfy+https://:${TOKEN}@ntfy.example/a, ntfy+https://:${TOKEN}@ntfy.example/a`, 'address 2 was there before'],
	[`ntfy+https://:${TOKEN}@ntfy.example/a,`, 'address 2 is none'],
])('a bad address stops the start with a line that says what is wrong, and holds no token [T66]: %s', (text, says) => {
	const { message, exitCode } = refusalOf({ env: { BACKSEAT_ALERT_URL: text, BACKSEAT_ALERT_SECRET: SECRET } })

	expect(exitCode).toBe(78)
	expect(message).toStartWith('Bad value for BACKSEAT_ALERT_URL. Expected ')
	expect(message).toContain(says)
	expect(message).not.toContain(TOKEN)
})

test('a webhook without a secret, and a mailbox without a mail server, are refused by the name of what is missing', () => {
	const refusal = (text: string) => refusalOf({ env: { BACKSEAT_ALERT_URL: text } })

	expect(refusal('webhook+https://hooks.example/')).toEqual({
		message: 'BACKSEAT_ALERT_URL needs alert-secret to sign webhooks. Set that too.',
		exitCode: 78,
	})
	expect(refusal('mailto:ops@example.org')).toEqual({
		message: 'BACKSEAT_ALERT_URL needs smtp-url to send mail. Set that too.',
		exitCode: 78,
	})
	expect(refusalOf({ env: { BACKSEAT_ALERT_SECRET: SECRET } }).message).toBe(
		'BACKSEAT_ALERT_SECRET needs alert-url. Set that too.',
	)
	expect(configOf({ env: { BACKSEAT_ALERT_URL: 'ntfy+https://ntfy.example/a' } }).alertUrl).not.toBeNull()
})

test('a secret is one, or two while one takes the place of the other', () => {
	expect(alertSecretsIn(SECRET)).toEqual([KEY])
	expect(alertSecretsIn(`${SECRET}, whsec_${Buffer.alloc(64, 1).toString('base64')}`)).toHaveLength(2)
	for (const bad of [
		`${SECRET},${SECRET},${SECRET}`,
		SECRET.slice(6),
		`whsec_${Buffer.alloc(23).toString('base64')}`,
		`whsec_${Buffer.alloc(65).toString('base64')}`,
		`${SECRET}=`,
		`${SECRET},`,
	])
		expect(() => alertSecretsIn(bad)).toThrow(/whsec_|one secret/)
})
