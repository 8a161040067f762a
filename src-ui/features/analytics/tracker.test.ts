import { beforeEach, expect, type Mock, setSystemTime, spyOn, test } from 'bun:test'
import { fakeServer, problem } from '#ui/testing/fake-server.ts'
import { createTracker } from './tracker.ts'

const CALL = 'POST /api/events'

let warned: Mock<typeof console.warn>
beforeEach(() => {
	warned = spyOn(console, 'warn').mockImplementation(() => {})
})

function listener() {
	const server = fakeServer({})
	const { track } = createTracker()
	const sent = () => server.bodiesOf(CALL) as { events: { at: string }[] }[]
	/** Tracks events until a batch is sent, instead of waiting for the timer. Returns the batch. */
	const tell = async () => {
		const before = sent().length
		while (sent().length === before) track('home_page_viewed')
		// Lets the tracker process the response.
		await new Promise((resolve) => setTimeout(resolve))
		return sent().slice(before)
	}
	return { server, tell }
}

test('on a phone whose clock is two days off tracking is refused with a warning, not tried again, and works once the clock is right [T1]', async () => {
	const { server, tell } = listener()
	await tell()
	server.answer(CALL, problem(400, 'Event times may be off by a day at most', 'events.0.at'))

	setSystemTime(Date.now() - 2 * 86_400_000)
	await tell()
	setSystemTime()
	server.answer(CALL, [202, { accepted: 20 }])
	const told = await tell()

	expect(warned.mock.calls).toEqual([['Analytics: the server answered 400']])
	expect(told).toHaveLength(1)
	expect(told[0]?.events).toHaveLength(20)
	for (const { at } of told[0]?.events ?? []) expect(Date.parse(at)).toBeGreaterThan(Date.now() - 3_600_000)
})

test('a batch too many and a dead network are only noted as well', async () => {
	const { server, tell } = listener()
	await tell()

	server.answer(CALL, problem(429, 'Too many requests. Please try again in 1 second.'))
	await tell()
	server.answer(CALL, () => {
		throw new TypeError('Failed to fetch')
	})
	await tell()

	expect(warned.mock.calls.map(([text]) => text)).toEqual(['Analytics: the server answered 429', 'Analytics: not sent'])
})
