import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { openPage } from '#desktop/pages/testing/open-page.tsx'

const friends = ['https://rides.example/', 'http://192.168.178.40:7433/']
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address, invite link or claim link' })
const hopIn = () => screen.getByRole('button', { name: 'Hop in' })
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(name) })

test('a person who rides with a friend can come back to their own computer', async () => {
	const { user, asked } = await openPage('ride-along', {
		riding: { kind: 'friend', address: 'https://rides.example/' },
	})
	expect(radio("Join a friend's instance").checked).toBe(true)

	await user.click(radio('This computer'))
	await user.click(screen.getByRole('button', { name: 'Ride here' }))

	expect(asked).toEqual([{ do: 'ride-here' }])
})

test('a pasted link leads to the friend, once', async () => {
	const { user, asked, hold } = await openPage('ride-along')
	const looking = hold()
	await user.click(radio("Join a friend's instance"))

	await user.type(field(), '  https://rides.example/claim/abc {Enter}{Enter}')

	expect(asked).toEqual([{ do: 'ride-along', text: 'https://rides.example/claim/abc' }])
	expect(screen.getByRole('button', { name: 'Looking for the car…' }).getAttribute('aria-disabled')).toBe('true')
	await looking.finish({ ok: true })
	expect(hopIn().getAttribute('aria-disabled')).toBeNull()
})

test('a wrong address says so at the field, and what was typed is still there', async () => {
	const { user, refuse } = await openPage('ride-along', { friends })
	refuse('This is not a Backseat.')
	await user.click(radio("Join a friend's instance"))
	await user.type(field(), 'exmaple.org')

	await user.click(hopIn())

	const message = await screen.findByText('This is not a Backseat.')
	expect(field().value).toBe('exmaple.org')
	expect(field().getAttribute('aria-invalid')).toBe('true')
	expect(field().getAttribute('aria-describedby')).toContain(message.id)
	expect(message.id).not.toBe('')
	expect(document.activeElement).toBe(field())
})

test('an empty field asks nobody', async () => {
	const { user, asked } = await openPage('ride-along')
	await user.click(radio("Join a friend's instance"))

	await user.click(hopIn())

	expect(asked).toEqual([])
	expect(screen.getByText('Paste an address or a link first.')).toBeDefined()
})

test('a friend from before is one tap away, and one who is not there says so in their own row', async () => {
	const { user, asked, refuse } = await openPage('ride-along', {
		riding: { kind: 'friend', address: 'https://rides.example/' },
		friends,
	})
	refuse('Nobody answers there.')
	await user.type(field(), 'half an addr')

	await user.click(screen.getByRole('button', { name: /192\.168\.178\.40:7433/ }))

	expect(asked).toEqual([{ do: 'ride-along', text: 'http://192.168.178.40:7433/' }])
	const message = await screen.findByText('Nobody answers there.')
	expect(message.closest('li')?.textContent).toContain('192.168.178.40:7433')
	expect(field().getAttribute('aria-invalid')).toBeNull()
	expect(field().value).toBe('half an addr')
	expect(screen.getByRole('button', { name: /rides\.example/ }).textContent).toContain('You are here')
})

const away = { isAway: true, riding: { kind: 'friend', address: 'https://rides.example/' } } as const

test('a friend who does not answer is named, and can be tried again', async () => {
	const { user, asked, change } = await openPage('away', away)
	expect(screen.getByText('rides.example')).toBeDefined()

	await user.click(screen.getByRole('button', { name: 'Try again' }))

	expect(asked).toEqual([{ do: 'try-again' }])
	expect(await screen.findByText(/Knocked again/)).toBeDefined()
	await change({ isAway: false })
	expect(screen.getByRole('heading', { name: 'Back on the road' })).toBeDefined()
})

test('meanwhile there is always the own computer', async () => {
	const { user, asked } = await openPage('away', away)

	await user.click(screen.getByRole('button', { name: 'This computer' }))

	expect(asked).toEqual([{ do: 'ride-here' }])
})
