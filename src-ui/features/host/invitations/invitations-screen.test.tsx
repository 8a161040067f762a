import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Invitation } from '#contract/host/invitations.ts'
import type { Instance } from '#contract/instance.ts'
import { choir } from '#ui/features/host/testing/host-rows.ts'
import { type Answers, aMember, anInstance, type FakeAnswer } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HostInvitationsScreen } from './invitations-screen.tsx'

const user = userEvent.setup()
const me = aMember({ isHost: true })
const LIST = 'GET /api/host/invitations'
const MAKE = 'POST /api/host/invitations'
const LINK = 'http://backseat.test/invite/abcdefghijklmnopqrstuvwxyz012345'

const made = { ...choir, uses: 0, token: 'abcdefghijklmnopqrstuvwxyz012345' }
const listOf = (invitations: Invitation[], hasMore = false): FakeAnswer => [200, { invitations, hasMore }]

async function opened(answers: Answers, signup: Instance['signup'] = 'invite') {
	const server = await openScreen(
		<HostInvitationsScreen />,
		'/host/invitations',
		{ 'GET /api/instance': [200, anInstance({ signup })], [LIST]: listOf([]), ...answers },
		{ member: me },
	)
	await screen.findByRole('heading', { name: 'Invite somebody' })
	return server
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const invite = () => user.click(screen.getByRole('button', { name: 'Make an invitation' }))

test('an invitation is for one person and a week, unless its host says otherwise; the link is shown once', async () => {
	const server = await opened({ [MAKE]: [201, made] })
	await fill(user, field('Note'), 'the choir')
	await user.clear(field('People'))
	await user.type(field('People'), '12')
	server.answer(LIST, listOf([choir]))

	await invite()

	const dialog = within(await screen.findByRole('dialog', { name: 'Hand out this invitation' }))
	expect(await dialog.findByText(LINK)).toBeTruthy()
	expect(dialog.getByText(/For 12 people, until .*29.*Shown only now/)).toBeTruthy()
	expect(dialog.getByRole('img', { name: 'QR code of the invitation' })).toBeTruthy()
	expect(server.bodiesOf(MAKE)).toEqual([{ note: 'the choir', uses: 12, days: 7 }])
	await user.click(dialog.getByRole('button', { name: 'Close' }))
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(document.body.textContent).not.toContain(LINK)
	expect([field('Note').value, field('People').value, field('Days').value]).toEqual(['', '1', '7'])
	expect((await screen.findByText('the choir')).closest('li')?.textContent).toMatch(/Open.*2 of 12.*29/)
})

test('empty fields are no limit', async () => {
	const server = await opened({ [MAKE]: [201, { ...made, note: null, maxUses: null, expiresAt: null }] })
	await user.clear(field('People'))
	await user.clear(field('Days'))

	await invite()

	expect(await screen.findByText(/For as many as like, until you revoke it/)).toBeTruthy()
	expect(server.bodiesOf(MAKE)).toEqual([{ note: null, uses: null, days: null }])
})

test.each([
	['People', '0', 'An invitation is for one person or more.'],
	['People', 'many', 'An invitation is for one person or more.'],
	['Days', '1.5', 'An invitation works for one day or more.'],
	['Days', '400', 'For more than 365 days leave the number out.'],
	['Note', 'x'.repeat(201), 'A note has at most 200 characters.'],
])('%s: %p is told at the field, and nothing is sent', async (label, text, words) => {
	const server = await opened({})
	await user.clear(field(label))
	await user.click(field(label))
	await user.paste(text)

	await invite()

	expect(await screen.findByText(words)).toBeTruthy()
	expect(document.activeElement).toBe(field(label))
	expect(server.calls()).not.toContain(MAKE)
})

test('a half-made invitation is still there after the password was asked for, given or not', async () => {
	const confirmFirst: FakeAnswer = [403, { code: 'confirm_first', message: 'x', requestId: 'x' }]
	const server = await opened({
		[MAKE]: confirmFirst,
		'POST /api/host/confirm': [200, { confirmedUntil: new Date().toISOString() }],
	})
	await fill(user, field('Note'), 'the cousins')
	await user.clear(field('Days'))
	await invite()
	await screen.findByRole('dialog', { name: 'Hands on the wheel' })
	await user.keyboard('{Escape}')
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect([field('Note').value, field('Days').value]).toEqual(['the cousins', ''])

	await invite()
	await screen.findByRole('dialog', { name: 'Hands on the wheel' })
	server.answer(MAKE, [201, made])
	await user.type(screen.getByLabelText('Your password'), 'hunter22{Enter}')

	expect(await screen.findByText(LINK)).toBeTruthy()
	expect(server.bodiesOf(MAKE).at(-1)).toEqual({ note: 'the cousins', uses: 1, days: null })
})

test('after a revocation the list follows and keeps the focus', async () => {
	const revoked = { ...choir, state: 'revoked' as const }
	const server = await opened({ [LIST]: listOf([choir]), 'POST /api/host/invitations/3/revoke': [200, revoked] })
	await user.click(await screen.findByRole('button', { name: 'Revoke' }))
	const dialog = within(await screen.findByRole('dialog'))
	server.answer(LIST, listOf([revoked]))

	await user.click(dialog.getByRole('button', { name: 'Revoke' }))

	await waitFor(() => expect(screen.getByText('the choir').closest('li')?.textContent).toContain('Revoked'))
	expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'So far' })))
})

test.each([
	['open', 'The doors are open'],
	['closed', 'Sign-up is closed'],
] as const)('where sign-up is %s the page says what an invitation does then', async (signup, title) => {
	await opened({}, signup)

	expect(await screen.findByText(title)).toBeTruthy()
})

test('where it takes an invitation nothing needs saying, and an empty list says so', async () => {
	await opened({ [LIST]: listOf([]) })

	expect(await screen.findByText('Nobody invited yet')).toBeTruthy()
	for (const title of ['The doors are open', 'Sign-up is closed']) expect(screen.queryByText(title)).toBeNull()
})
