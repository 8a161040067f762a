import { afterEach, beforeEach, expect, test } from 'bun:test'
import { fireEvent, screen } from '@testing-library/react'
import { hasGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { rate } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { blockCookies, blockStorage } from '#ui/testing/block-storage.ts'

let unblock = () => {}
beforeEach(() => {
	unblock = blockStorage()
})
afterEach(() => unblock())

async function offersBehindMore() {
	fireEvent.click(screen.getByRole('button', { name: 'More about your verdict on Uncle Bob' }))
	return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('a guest whose browser blocks site data rates, and reads that the rating cannot be found again [B31]', async () => {
	blockCookies()
	const server = await rate()

	expect(server.bodiesOf('POST /api/ratings')).toHaveLength(1)
	expect((await screen.findByRole('alert')).textContent).toContain('cannot find, change or save it later')
	expect(screen.queryByRole('button', { name: 'Save Your Rating' })).toBeNull()
	expect(await offersBehindMore()).toEqual(["Uncle Bob's card"])
	expect(hasGuestRatings()).toBe(false)
})

test('where only storage is blocked the cookie leads back to the rating [B31]', async () => {
	await rate()

	expect(await offersBehindMore()).toContain('Change it')
	expect(screen.queryByRole('alert')).toBeNull()
	expect(hasGuestRatings()).toBe(true)
})
