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
async function openWaysIn(passkeys: object[], hasPassword: boolean, answers: Answers = {}) {
	const server = await openScreen(
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
	await user.click(await screen.findByRole('button', { name: 'Ways in' }))
	return server
}

test('the last way in is not removed, and the dialog says why', async () => {
	const message = 'This is your last key. Set a password first, or you lock yourself out of the car.'
	const passkey = aPasskey({ host: window.location.hostname })
	const server = await openWaysIn([passkey], false, {
		[`DELETE /api/users/${me.id}/passkeys/AA`]: refusal(409, 'last_way_in', message),
	})
	expect(await screen.findByText(/^added May 12, 2026 · last used (today|yesterday)$/)).toBeTruthy()
	expect(screen.getByRole('heading', { name: 'Set a password' })).toBeTruthy()

	await user.click(screen.getByRole('button', { name: 'Remove iPhone' }))
	await user.click(await screen.findByRole('button', { name: 'Remove' }))

	expect(await screen.findByText(message)).toBeTruthy()
	expect(server.bodiesOf('POST /api/passkeys/options')).toEqual([{ purpose: 'confirm' }])
})

test('a passkey of another name says where it opens', async () => {
	await openWaysIn([aPasskey({ host: 'rides.example.org' })], true)

	expect(await screen.findByText('· opens only at rides.example.org', { exact: false })).toBeTruthy()
	expect(screen.getByText('Password · 1 passkey')).toBeTruthy()
})

test('at an address without passkeys nothing speaks of them to those who have none [spec 15.34]', async () => {
	await openWaysIn([], true, { 'GET /api/instance': [200, anInstance()] })

	expect(await screen.findByText('Password')).toBeTruthy()
	expect(screen.queryByText(/passkey/i)).toBeNull()
	expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('a stolen passkey is removed also at an address without passkeys, where none can be added [T51]', async () => {
	const server = await openWaysIn([aPasskey({ host: 'rides.example.org' })], true, {
		'GET /api/instance': [200, anInstance()],
		[`DELETE /api/users/${me.id}/passkeys/AA`]: [200, { success: true }],
	})

	await user.click(await screen.findByRole('button', { name: 'Remove iPhone' }))
	expect(screen.queryByRole('button', { name: 'Add a passkey', hidden: true })).toBeNull()
	await user.type(await screen.findByLabelText('Your password'), 'backseat')
	await user.click(screen.getByRole('button', { name: 'Remove' }))

	expect(await screen.findByText('Passkey removed')).toBeTruthy()
	expect(server.bodiesOf(`DELETE /api/users/${me.id}/passkeys/AA`)).toEqual([{ proof: { password: 'backseat' } }])
})
