import { expect, test } from 'bun:test'
import { mailboxOf } from './mailbox.ts'

test('one mailbox has one name, whatever its case, dots and tags', () => {
	for (const email of ['mum@home.example', 'Mum@Home.example', 'm.u.m@home.example', 'mum+rides+2@home.example'])
		expect(mailboxOf(email)).toBe('mum@home.example')
	for (const email of ['mums@home.example', 'mum@h.ome.example', 'mum@home.example.org'])
		expect(mailboxOf(email)).not.toBe('mum@home.example')
})
