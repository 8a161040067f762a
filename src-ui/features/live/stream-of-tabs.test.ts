import { afterEach, beforeEach, expect, test } from 'bun:test'
import { streamOfTabs } from './stream-of-tabs.ts'

const real = { EventSource: globalThis.EventSource, SharedWorker: globalThis.SharedWorker }
const wish = { address: '/api/live', member: 101 }

let opened: string[]
/** Messages from the tab to the worker. */
let said: unknown[]
let worker: { onerror: (() => void) | null } | null

beforeEach(() => {
	opened = []
	said = []
	worker = null
	class FakeEventSource extends EventTarget {
		constructor(address: string) {
			super()
			opened.push(address)
		}
		close() {}
	}
	Object.assign(globalThis, { EventSource: FakeEventSource })
})
afterEach(() => void Object.assign(globalThis, real))

const withWorker = (start = () => {}) =>
	Object.assign(globalThis, {
		SharedWorker: class {
			port = { onmessage: null, postMessage: (message: unknown) => said.push(message) }
			onerror: (() => void) | null = null
			constructor() {
				start()
				worker = this
			}
		},
	})

test('where tabs can share, the worker holds the stream', () => {
	withWorker()

	streamOfTabs(() => {})(wish)

	expect(said).toEqual([wish])
	expect(opened).toEqual([])
})

test('a tab that wants no stream starts no worker', () => {
	withWorker()

	streamOfTabs(() => {})(null)

	expect([worker, said]).toEqual([null, []])
})

test('where there is no such worker, the tab has a stream of its own [spec 11.3]', () => {
	Object.assign(globalThis, { SharedWorker: undefined })

	streamOfTabs(() => {})(wish)

	expect(opened).toEqual(['/api/live'])
})

test('nor where it is not allowed', () => {
	withWorker(() => {
		throw new DOMException('No', 'SecurityError')
	})

	streamOfTabs(() => {})(wish)

	expect(opened).toEqual(['/api/live'])
})

test('a worker whose script does not come is replaced, for what the tab wants then', () => {
	withWorker()
	const say = streamOfTabs(() => {})
	say(wish)

	worker?.onerror?.()
	expect(opened).toEqual(['/api/live'])
	say(null)

	expect(said).toEqual([wish])
})
