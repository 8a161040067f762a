import { afterEach, beforeEach, expect, jest, spyOn, test } from 'bun:test'
import { keepEventStream, type StreamNews } from './event-stream.ts'

/** A fake EventSource whose events the test emits. */
class FakeEventSource extends EventTarget {
	static CLOSED = 2
	static all: FakeEventSource[] = []
	readyState = 0
	onopen: (() => void) | null = null
	onerror: (() => void) | null = null

	constructor(readonly address: string) {
		super()
		FakeEventSource.all.push(this)
	}

	close() {
		this.readyState = 2
	}

	opens() {
		this.readyState = 1
		this.onopen?.()
	}

	/** Simulates a lost connection, after which the browser retries. */
	breaks() {
		this.readyState = 0
		this.onerror?.()
	}

	/** Simulates an error response, after which the browser gives up. */
	isRefused() {
		this.readyState = 2
		this.onerror?.()
	}
}

const real = globalThis.EventSource

beforeEach(() => {
	jest.useFakeTimers()
	spyOn(Math, 'random').mockReturnValue(1)
	FakeEventSource.all = []
	Object.assign(globalThis, { EventSource: FakeEventSource })
})
afterEach(() => {
	jest.useRealTimers()
	jest.restoreAllMocks()
	Object.assign(globalThis, { EventSource: real })
})

function kept() {
	const news: StreamNews[] = []
	const stream = keepEventStream('/api/live', (one) => news.push(one))
	return { news, stream, sources: FakeEventSource.all, latest: () => FakeEventSource.all.at(-1) as FakeEventSource }
}

test('it says when it is open and what it hears', () => {
	const { news, latest } = kept()

	latest().opens()
	latest().dispatchEvent(new Event('notice'))
	latest().dispatchEvent(new Event('home'))
	latest().dispatchEvent(new Event('replies'))
	latest().dispatchEvent(new Event('something new'))

	expect(latest().address).toBe('/api/live')
	expect(news).toEqual(['open', 'notice', 'home', 'replies'])
})

test('it is opened again when it ends, after longer and longer pauses, and at once again after it was open', () => {
	const { news, sources, latest } = kept()
	latest().opens()

	for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
		const before = sources.length
		latest().breaks()
		jest.advanceTimersByTime(seconds * 1000 - 1)
		expect(sources.length).toBe(before)
		jest.advanceTimersByTime(1)
		expect(sources.length).toBe(before + 1)
	}
	latest().opens()
	latest().breaks()
	jest.advanceTimersByTime(1000)

	expect(sources).toHaveLength(10)
	expect(news).toEqual(['open', 'open'])
})

test('after a refusal it waits at least as long as the page does between two looks, and says so', () => {
	const { news, sources, latest } = kept()

	latest().isRefused()
	jest.advanceTimersByTime(29_999)
	expect(sources).toHaveLength(1)
	jest.advanceTimersByTime(1)

	expect(sources).toHaveLength(2)
	expect(news).toEqual(['refused'])
})

test('what is closed stays closed', () => {
	const { stream, sources, latest } = kept()
	latest().breaks()

	stream.close()
	jest.advanceTimersByTime(100_000)

	expect(sources).toHaveLength(1)
	expect(latest().readyState).toBe(2)
})
