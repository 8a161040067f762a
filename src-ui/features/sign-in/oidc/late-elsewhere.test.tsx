import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { anInstance } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { LateElsewhere } from './late-elsewhere.tsx'

test('beside an invitation or a claim link there is the provider, where there is one', async () => {
	const signIn = { passkeys: false, oidc: { name: 'The Millers' }, password: true }
	await openScreen(<LateElsewhere luggage={{ invite: 'a-token' }} onDone={() => {}} />, '/invite', {
		'GET /api/instance': [200, anInstance({ signIn })],
	})

	expect(await screen.findByRole('button', { name: 'Log in with The Millers' })).toBeTruthy()
})
