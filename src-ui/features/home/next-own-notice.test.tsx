import { afterEach, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPhone, PUBLIC_KEY, putPhoneAway } from '#ui/features/news/testing/a-phone.ts'
import { noteCameByPassword } from '#ui/features/sign-in/passkeys/passkey-offer.ts'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { browserWithPasskeys } from '#ui/testing/browser-with-passkeys.ts'
import { type Answers, aMember, anInstance, fakeServer } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HomeScreen } from './home-screen.tsx'
import { ownNoticeFor } from './next-own-notice.tsx'
import { dueOwnNotice, noteOwnNotice } from './own-notice.memory.ts'

browserWithPasskeys()
afterEach(putPhoneAway)

const user = userEvent.setup()
const me = aMember()
const WAYS_IN = `GET /api/users/${me.id}/passkeys`
const PASSKEY = {
	...{ credentialId: 'a', label: 'My phone', host: 'localhost' },
	...{ createdAt: '2026-11-21T10:00:00.000Z', lastUsedOn: null },
}
const signIn = { passkeys: true, oidc: null, password: true }
const known: Answers = {
	'GET /api/home': [
		200,
		{
			...{ hasAccount: true, me: { id: me.id, averageStar: 0, totalRides: 0, unseen: 0 } },
			...{ drivers: [], others: [], notice: null },
		},
	],
	'GET /api/instance': [200, anInstance({ push: { publicKey: PUBLIC_KEY }, signIn })],
	[WAYS_IN]: [200, { passkeys: [], hasPassword: true }],
}
const next = (answers: Answers = {}, member: typeof me | null = me) => {
	fakeServer({ ...known, ...answers })
	return ownNoticeFor(member, openedApp(member).queryClient)
}
const openHome = () => openScreen(<HomeScreen />, '/home', known, { member: me })

test('a phone that can ring comes first, then a passkey after a log-in by password [spec 15.1]', async () => {
	expect(await next()).toBeNull()
	noteCameByPassword()
	expect(await next()).toBe('passkey')
	aPhone()
	pushOffer.noteTold()
	expect(await next()).toBe('push')
})

test.each<[string, Answers]>([
	['has a passkey', { [WAYS_IN]: [200, { passkeys: [PASSKEY], hasPassword: true }] }],
	['cannot use one here', { 'GET /api/instance': [200, anInstance()] }],
])('no passkey is offered to a member who %s', async (_, answers) => {
	noteCameByPassword()
	expect(await next(answers)).toBeNull()
})

test('a guest is offered neither', async () => {
	noteCameByPassword()
	pushOffer.noteTold()
	expect(await next({}, null)).toBeNull()
	noteOwnNotice('push')
	expect(dueOwnNotice({ kind: 'visitor' })).toBeNull()
})

test('the next visit shows what was found due, in the space of a notice, until it is answered [spec 15.1]', async () => {
	noteCameByPassword()
	noteOwnNotice('passkey')
	await openHome()
	expect(await screen.findByRole('region', { name: 'Add a passkey' })).toBeTruthy()

	await user.click(screen.getByRole('button', { name: 'Not now' }))

	await waitFor(() => expect(document.querySelector('.notice-space')).toBeNull())
	expect(document.activeElement?.id).toBe('main')
	expect(await next()).toBeNull()
	expect(dueOwnNotice({ kind: 'member', user: me })).toBeNull()
})

test('what was answered elsewhere leaves no gap', async () => {
	pushOffer.noteTold()
	noteOwnNotice('push')
	pushOffer.answer()
	await openHome()
	await screen.findByText('No drivers yet. Add one to get started!')
	expect(document.querySelector('.notice-space')).toBeNull()
})
