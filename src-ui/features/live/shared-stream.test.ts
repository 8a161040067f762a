import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import type { StreamNews } from './event-stream.ts'
import { createSharedStream } from './shared-stream.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const mums = { address: '/api/live', member: 101 }
const dads = { address: '/api/live', member: 102 }

function setUp() {
	const streams: { isClosed: boolean; tell: (news: StreamNews) => void }[] = []
	const shared = createSharedStream((_address, tell) => {
		const stream = { isClosed: false, tell }
		streams.push(stream)
		return {
			close: () => {
				stream.isClosed = true
			},
		}
	})
	const tab = () => {
		const heard: StreamNews[] = []
		return { heard, postMessage: (news: StreamNews) => void heard.push(news) }
	}
	const open = () => streams.filter(({ isClosed }) => !isClosed)
	return { shared, streams, open, tab }
}

test('tabs share one stream, all hear it, and a tab that comes later hears that it is open [spec 11.1]', () => {
	const { shared, streams, tab } = setUp()
	const [first, second, third] = [tab(), tab(), tab()]

	shared.wish(first, mums)
	shared.wish(second, mums)
	streams[0]?.tell('open')
	shared.wish(third, mums)
	streams[0]?.tell('notice')

	expect(streams).toHaveLength(1)
	expect([first.heard, second.heard, third.heard]).toEqual([
		['open', 'notice'],
		['open', 'notice'],
		['open', 'notice'],
	])
})

test('it ends with the last tab that wants it, and who wants nothing hears nothing', () => {
	const { shared, streams, open, tab } = setUp()
	const [first, second] = [tab(), tab()]
	shared.wish(first, mums)
	shared.wish(second, mums)

	shared.wish(first, null)
	streams[0]?.tell('home')
	expect([first.heard, second.heard, open().length]).toEqual([[], ['home'], 1])
	shared.wish(second, null)
	expect(open()).toEqual([])
	shared.wish(first, mums)

	expect(open()).toHaveLength(1)
})

test('another member gets another stream, and there is never more than one', () => {
	const { shared, streams, open, tab } = setUp()
	const [first, second] = [tab(), tab()]
	shared.wish(first, mums)
	streams[0]?.tell('open')

	shared.wish(second, dads)

	expect(streams).toHaveLength(2)
	expect(open()).toEqual([streams[1] as (typeof streams)[number]])
	expect(second.heard).toEqual([])
})

test('a tab that says nothing for more than a minute has crashed, and wants nothing', () => {
	const { shared, open, tab } = setUp()
	const [crashed, alive] = [tab(), tab()]
	shared.wish(crashed, mums)
	shared.wish(alive, mums)

	for (let seconds = 0; seconds < 130; seconds += 20) {
		jest.advanceTimersByTime(20_000)
		shared.wish(alive, mums)
	}
	expect(open()).toHaveLength(1)
	shared.wish(alive, null)

	expect(open()).toEqual([])
})
