import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { openPage } from '#desktop/pages/testing/open-page.tsx'

test('somebody who waits sees that the engine starts, without a made-up percentage', async () => {
	await openPage('starting', { server: { kind: 'starting' } })

	expect(screen.getByRole('heading', { name: 'Starting the engine…' })).toBeDefined()
	expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
})

test('a second try to start is shown', async () => {
	const { change } = await openPage('starting', { server: { kind: 'starting' } })

	await change({ server: { kind: 'restarting', waitMs: 500 } })

	expect(screen.getByRole('status').textContent).toContain('stalled')
})
