import { expect, test } from 'bun:test'
import { keepingServer, openTab } from '#ui/features/ratings/testing/sending-tab.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { aWaitingRating } from '#ui/testing/waiting-rating.ts'
import { createSender } from './sender.ts'

withIndexedDb()
test('what is added while a round is at work, too late to be seen by it, is sent right after', async () => {
	const server = keepingServer()
	const { parts, store, sent } = openTab()
	const { promise: wasSettledTwice, resolve: settledTwice } = Promise.withResolvers<void>()
	let rounds = 0
	const sender = createSender({
		...parts,
		store: {
			...store,
			async all() {
				const found = await store.all()
				if (found.length > 0 || rounds > 0) return found
				// At this moment a rater gives a rating.
				await store.add(aWaitingRating({}, { key: 'in-the-meantime' }))
				sender.expect()
				return found
			},
		},
		onSettled: () => ++rounds === 2 && settledTwice(),
	})

	await sender.sendNow()
	await wasSettledTwice
	sender.stop()

	expect(sent).toEqual(['in-the-meantime'])
	expect(server.kept.size).toBe(1)
})
