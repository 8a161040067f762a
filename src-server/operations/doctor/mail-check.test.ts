import { expect, test } from 'bun:test'
import { startWarnings } from '#server/process/banner.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { checkMail } from './mail-check.ts'

test.each([
	['smtp://mail.example.org:465', 'Write smtps://.'],
	[
		'smtps://mail.example.org:587',
		'Write smtp://: the connection is encrypted by STARTTLS before the password is sent.',
	],
	[
		'smtps://mail.example.org:25',
		'Write smtp://: the connection is encrypted by STARTTLS before the password is sent.',
	],
])('%s is named as a mistake at the start and by doctor [B27]', (smtpUrl, todo) => {
	const config = { ...defaultConfig, smtpUrl, smtpFrom: 'rides@example.org' }
	const [finding] = checkMail(config)

	expect(finding).toMatchObject({ state: 'problem', todo })
	expect(startWarnings(config, { tls: null })).toContain(`${finding?.says} ${todo}`)
})

test.each([
	'smtps://mail.example.org',
	'smtps://mail.example.org:465',
	'smtp://mail.example.org:587',
	'smtp://localhost:25',
])('%s is none [B27]', (smtpUrl) => {
	const settings = { smtpUrl, smtpFrom: 'rides@example.org', publicUrl: null }

	expect(checkMail(settings)).toMatchObject([{ state: 'ok', says: 'greets the mail server as example.org' }])
	expect(checkMail({ ...settings, smtpFrom: 'rides@localhost' })).toMatchObject([{ state: 'warning' }])
	expect(checkMail({ ...settings, smtpUrl: null })).toEqual([])
})
