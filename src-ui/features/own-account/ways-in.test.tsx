import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPasskeyRequest, browserWithPasskeys } from '#ui/testing/browser-with-passkeys.ts'
import { type Answers, aMember, anInstance, refusal } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { SettingsScreen } from './settings-screen.tsx'

const user = userEvent.setup()
const me = aMember()
const here = anInstance({ signIn: { passkeys: true, oidc: null, password: true } })
browserWithPasskeys()

const aPasskey = (more: object = {}) => ({
	credentialId: 'AA',
	label: 'iPhone',
	host: 'localhost',
	createdAt: '2026-05-12T10:00:00.000Z',
	lastUsedOn: new Date().toISOString().slice(0, 10),
	...more,
})
const openSettings = (passkeys: object[], hasPassword: boolean, answers: Answers = {}) =>
	openScreen(
		<SettingsScreen />,
		'/settings',
		{
			'GET /api/instance': [200, here],
			'GET /api/user': [200, me],
			[`GET /api/users/${me.id}/passkeys`]: [200, { passkeys, hasPassword }],
			'POST /api/passkeys/options': [200, aPasskeyRequest],
			...answers,
		},
		{ member: me },
	)

test('the last way in is not removed, and the dialog says why', async () => {
	const message = 'This is your last key. Set a password first, or you lock yourself out of the car.'
	const passkey = aPasskey({ host: window.location.hostname })
	const server = await openSettings([passkey], false, {
		[`DELETE /api/users/${me.id}/passkeys/AA`]: refusal(409, 'last_way_in', message),
	})
	expect(await screen.findByText(/^added May 12, 2026 · last used (today|yesterday)$/)).toBeTruthy()
	expect(screen.getByRole('heading', { name: 'Set a password' })).toBeTruthy()

	await user.click(screen.getByRole('button', { name: 'Remove iPhone' }))
	await user.click(await screen.findByRole('button', { name: 'Remove' }))

	expect(await screen.findByText(message)).toBeTruthy()
	expect(server.bodiesOf('POST /api/passkeys/options')).toEqual([{ purpose: 'confirm' }])
})

test('a passkey of another name says where it opens, and where there are none it says why', async () => {
	await openSettings([aPasskey({ host: 'rides.example.org' })], true, {
		'GET /api/instance': [200, anInstance()],
	})

	expect(await screen.findByText('· opens only at rides.example.org', { exact: false })).toBeTruthy()
	const why = `Passkeys need https and a name. At ${window.location.hostname} browsers do not offer them.`
	expect(screen.getByText(why)).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
