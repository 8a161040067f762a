import { expect, test } from 'bun:test'
import { act, screen } from '@testing-library/react'
import { openPage } from '#desktop/pages/testing/open-page.tsx'

test('a person who waits sees that the engine starts, without a made-up percentage', async () => {
	await openPage('starting', { server: { kind: 'starting' } })

	expect(screen.getByRole('heading', { name: 'Starting the engine…' })).toBeDefined()
	expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
})

test('a second try to start is shown', async () => {
	const { change } = await openPage('starting', { server: { kind: 'starting' } })

	await change({ server: { kind: 'restarting', waitMs: 500 } })

	expect(screen.getByRole('status').textContent).toContain('stalled')
})

const trouble = {
	title: 'The data is damaged',
	explanation: 'Put a backup in its place, then try again.',
	log: ['opening backseat.db', 'database disk image is malformed'],
}
const inTrouble = { server: { kind: 'trouble', trouble } } as const
const tryAgain = () => screen.getByRole('button', { name: 'Try again' })

test('a person in trouble reads what happened, what the server said last, and where their data is', async () => {
	await openPage('trouble', inTrouble)

	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(trouble.title)
	expect(screen.getByText(trouble.explanation)).toBeDefined()
	const log = screen.getByRole('region', { name: 'What the server said last' })
	expect(log.textContent).toBe('opening backseat.db\ndatabase disk image is malformed')
	expect(log.tabIndex).toBe(0)
	expect(screen.getByText('/home/elke/Backseat/data')).toBeDefined()
})

test('trying again says that the engine starts, and keeps the focus where it was', async () => {
	const { user, asked, change, hold } = await openPage('trouble', inTrouble)
	const trying = hold()

	await user.click(tryAgain())
	await user.click(tryAgain())

	expect(asked).toEqual([{ do: 'try-again' }])
	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Starting the engine…')
	expect(tryAgain().getAttribute('aria-disabled')).toBe('true')
	expect(document.activeElement).toBe(tryAgain())

	await change({ server: { kind: 'restarting', waitMs: 2000 } })
	await trying.finish({ ok: true })
	expect(screen.getByRole('progressbar')).toBeDefined()

	await change({ server: { kind: 'running', address: 'http://127.0.0.1:7433/', lanAddress: null } })
	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Back on the road')
	expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a double click tries once', async () => {
	const { asked } = await openPage('trouble', inTrouble)

	// Both clicks come before the next render.
	await act(async () => {
		tryAgain().click()
		tryAgain().click()
	})

	expect(asked).toEqual([{ do: 'try-again' }])
})

test('a try that failed shows the trouble again', async () => {
	const { user, hold } = await openPage('trouble', inTrouble)
	const trying = hold()
	await user.click(tryAgain())

	await trying.finish({ ok: true })

	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(trouble.title)
	expect(tryAgain().getAttribute('aria-disabled')).toBeNull()
})

test('a data folder that cannot be opened is reported', async () => {
	const { user, asked, refuse } = await openPage('trouble', inTrouble)
	refuse('The folder could not be opened: it is gone.')

	await user.click(screen.getByRole('button', { name: 'Open data folder' }))

	expect(asked).toEqual([{ do: 'open-data-folder' }])
	expect(await screen.findByText('The folder could not be opened: it is gone.')).toBeDefined()
})

test('Escape leaves nobody without a window while the server does not run', async () => {
	const { user, asked } = await openPage('trouble', inTrouble)

	await user.keyboard('{Escape}')

	expect(asked).toEqual([])
})
