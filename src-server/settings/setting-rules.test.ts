import { expect, test } from 'bun:test'
import { configOf, refusalOf } from '#server/testing/given-settings.ts'

test('a public URL with a path needs the same base path', () => {
	const flags = { 'public-url': 'https://example.org/rides/' }

	expect(refusalOf({ flags })).toEqual({
		message: '--public-url ends in /rides but base-path is /. Set base-path to /rides too.',
		exitCode: 64,
	})
	expect(configOf({ flags, toml: 'base-path = "/rides"' }).publicUrl?.pathname).toBe('/rides/')
})

test('a certificate without its key is refused by the name it was given under, and so is a key alone', () => {
	expect(refusalOf({ flags: { 'tls-cert': '/c.pem' } })).toEqual({
		message: '--tls-cert needs tls-key. Set that too.',
		exitCode: 64,
	})
	expect(refusalOf({ env: { BACKSEAT_TLS_KEY: '/k.pem' } })).toEqual({
		message: 'BACKSEAT_TLS_KEY needs tls-cert. Set that too.',
		exitCode: 78,
	})
	expect(refusalOf({ toml: 'tls-cert = "/c.pem"\ntls-key = ""' }).message).toBe(
		'tls-cert in /data/backseat.toml needs tls-key. Set that too.',
	)
	expect(configOf({ flags: { 'tls-cert': '/c.pem' }, toml: 'tls-key = "/k.pem"' })).toMatchObject({
		tlsCert: '/c.pem',
		tlsKey: '/k.pem',
	})
})

test('a mail server needs somebody to send as, and an address for the links in the mail', () => {
	const mail = { BACKSEAT_SMTP_URL: 'smtp://mail.example.org' }
	const from = { BACKSEAT_SMTP_FROM: 'rides@example.org' }

	expect(refusalOf({ env: mail })).toEqual({
		message: 'BACKSEAT_SMTP_URL needs smtp-from. Set that too.',
		exitCode: 78,
	})
	expect(refusalOf({ env: { ...mail, ...from } }).message).toBe('BACKSEAT_SMTP_URL needs public-url. Set that too.')
	expect(configOf({ env: { ...mail, ...from, BACKSEAT_PUBLIC_URL: 'https://a.example' } }).smtpUrl).not.toBeNull()
	expect(configOf({ env: from }).smtpUrl).toBeNull()
})
