import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { openPage } from '#desktop/pages/testing/open-page.tsx'

const feed = 'https://updates.example/backseat/'
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Feed address' })
const checkNow = () => screen.getByRole('button', { name: 'Check now' })
const save = () => screen.getByRole('button', { name: 'Save' })

test('without a feed nobody is asked for updates, and nothing can be checked', async () => {
	const { user, asked } = await openPage('updates')
	expect(screen.getByText('Backseat 0.1.0')).toBeDefined()
	expect(screen.getByRole('status').textContent).toContain('nobody is asked')

	await user.click(checkNow())
	await user.click(save())

	expect(asked).toEqual([])
})

test('a feed is saved, and emptying the field turns updates off', async () => {
	const { user, asked, change } = await openPage('updates')

	await user.type(field(), `${feed}{Enter}`)
	expect(asked).toEqual([{ do: 'set-update-feed', text: feed }])
	await change({ updates: { feed, status: '' } })
	expect(screen.getByText('Saved.')).toBeDefined()

	await user.clear(field())
	await user.click(save())
	await change({ updates: { feed: null, status: '' } })
	expect(asked.at(-1)).toEqual({ do: 'set-update-feed', text: '' })
	expect(screen.getByText('Saved. Updates are off.')).toBeDefined()
})

test('checking means the address that is in the field', async () => {
	const { user, asked } = await openPage('updates')

	await user.type(field(), feed)
	await user.click(checkNow())

	expect(asked).toEqual([{ do: 'set-update-feed', text: feed }, { do: 'check-for-updates' }])
})

test('an invalid address gets a message at the field, stays there, and nothing is checked', async () => {
	const { user, asked, refuse } = await openPage('updates')
	refuse('That is not an https address.')

	await user.type(field(), 'ftp://old')
	await user.click(checkNow())

	expect(await screen.findByText('That is not an https address.')).toBeDefined()
	expect(field().value).toBe('ftp://old')
	expect(field().getAttribute('aria-invalid')).toBe('true')
	expect(asked).toEqual([{ do: 'set-update-feed', text: 'ftp://old' }])
})

test('what the check found is read out', async () => {
	const { user, asked, change } = await openPage('updates', { updates: { feed, status: '' } })

	await user.click(checkNow())
	await change({ updates: { feed, status: 'You have the newest version.' } })

	expect(asked).toEqual([{ do: 'check-for-updates' }])
	expect(screen.getByRole('status').textContent).toBe('You have the newest version.')
})
