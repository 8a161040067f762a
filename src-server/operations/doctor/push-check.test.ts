import { expect, test } from 'bun:test'
import { checkPush } from './push-check.ts'

test('the doctor says whether phones can ring, and nothing where they are not to', () => {
	const pushContact = 'mailto:host@home.example'
	const check = (publicUrl: string | null, tlsCert: string | null = null, contact: string | null = pushContact) =>
		checkPush({ pushContact: contact, publicUrl: publicUrl === null ? null : new URL(publicUrl), tlsCert })

	expect(check(null, null, null)).toEqual([])
	expect(check('https://rides.example.org')).toMatchObject([
		{ state: 'ok', says: 'can ring; push services may write to mailto:host@home.example' },
	])
	expect(check(null, '/etc/rides.pem')).toMatchObject([{ state: 'ok' }])
	for (const url of [null, 'http://rides.example.org'])
		expect(check(url)).toMatchObject([
			{ state: 'warning', says: 'None can ring: browsers let only https addresses do that.' },
		])
})
