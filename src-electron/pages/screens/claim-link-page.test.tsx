import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { openPage } from '#desktop/pages/testing/open-page.tsx'

const claim = { server: 'https://rides.example/', isEncrypted: true }
const text = () => document.body.textContent ?? ''

test('a claim link is a question that names the server, and asks for nothing by itself', async () => {
	const { asked } = await openPage('claim-link', { claim })

	expect(text()).toContain('Someone sent you a claim link on rides.example.')
	expect(text()).toContain('Opening it claims nothing yet.')
	expect(text()).toContain('The way there is encrypted.')
	expect(asked).toEqual([])
})

test('a server on another port is another server, and plain http is said', async () => {
	await openPage('claim-link', { claim: { server: 'http://192.168.178.40:7433/', isEncrypted: false } })

	expect(screen.getByRole('button', { name: 'Open 192.168.178.40:7433' })).toBeDefined()
	expect(text()).toContain('not encrypted')
})

test('yes opens it; the page stays with the link while the car is looked for', async () => {
	const { user, asked, change, hold } = await openPage('claim-link', { claim })
	const opening = hold()

	await user.click(screen.getByRole('button', { name: 'Open rides.example' }))
	await change({ claim: null })

	expect(asked).toEqual([{ do: 'confirm-claim', server: claim.server }])
	expect(text()).toContain('rides.example')
	expect(text()).not.toContain('not one of ours')

	await change({ claim })
	await opening.finish({ ok: false, message: 'Nobody answers there.' })
	expect(screen.getByText('Nobody answers there.')).toBeDefined()
	expect(screen.getByRole('button', { name: 'Open rides.example' })).toBeDefined()
})

test('a second link that arrives meanwhile is named instead of the first', async () => {
	const { change } = await openPage('claim-link', { claim })

	await change({ claim: { server: 'https://other.example/', isEncrypted: true } })

	expect(screen.getByRole('button', { name: 'Open other.example' })).toBeDefined()
	expect(text()).not.toContain('rides.example')
})

test('no closes it', async () => {
	const { user, asked } = await openPage('claim-link', { claim })

	await user.click(screen.getByRole('button', { name: 'Not now' }))

	expect(asked).toEqual([{ do: 'close' }])
})

test('a link that cannot be read is refused, and there is nothing to open', async () => {
	const { user, asked } = await openPage('claim-link')
	expect(screen.getByText('This link is not one of ours.')).toBeDefined()
	expect(screen.getAllByRole('button')).toHaveLength(1)

	await user.click(screen.getByRole('button', { name: 'Close' }))

	expect(asked).toEqual([{ do: 'close' }])
})
