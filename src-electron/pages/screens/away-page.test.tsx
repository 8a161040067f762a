import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { openPage } from '#desktop/pages/testing/open-page.tsx'

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
