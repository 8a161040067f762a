import { afterEach, beforeEach, expect, test } from 'bun:test'
import { fetchNext, isSavingData, mayKeepAll } from './fetch-next.ts'

const page = document.documentElement

beforeEach(() => {
	page.dataset.next = '/assets/rating-1.js /assets/press-1.js'
	page.dataset.nextOfMembers = '/assets/profile-1.js'
})

afterEach(() => {
	delete page.dataset.next
	delete page.dataset.nextOfMembers
	Reflect.deleteProperty(navigator, 'connection')
	for (const link of document.querySelectorAll('link')) link.remove()
})

const onConnection = (connection: object) =>
	Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })

const links = () => [...document.querySelectorAll('link')]

/** Waits for the link of the next file and answers it. */
async function arrive(file: string) {
	while (!links().some((link) => link.href.endsWith(file))) await Bun.sleep(5)
	links()
		.find((link) => link.href.endsWith(file))
		?.dispatchEvent(new Event('load'))
}

test('the files of the next screens come one after another and are not run', async () => {
	fetchNext({ isMember: true })

	for (const file of ['rating-1.js', 'press-1.js', 'profile-1.js']) {
		await arrive(file)
		expect(links().at(-1)?.rel).toBe('prefetch')
	}
	expect(links()).toHaveLength(3)
	expect(document.querySelector('script[src*="rating-1"]')).toBeNull()
})

test('a guest’s browser fetches nothing of members, and nothing that is there', async () => {
	const preloaded = document.createElement('link')
	preloaded.href = '/assets/rating-1.js'
	document.head.append(preloaded)

	fetchNext({ isMember: false })
	await arrive('press-1.js')
	await Bun.sleep(100)

	expect(links().map((link) => new URL(link.href).pathname)).toEqual(['/assets/rating-1.js', '/assets/press-1.js'])
})

test.each([
	{ saveData: true, effectiveType: '4g' },
	{ effectiveType: '2g' },
	{ effectiveType: 'slow-2g' },
	{ effectiveType: '3g', downlink: 0.4 },
])('whoever pays for data or waits for it gets no file unasked: %p', async (connection) => {
	onConnection(connection)

	fetchNext({ isMember: true })
	await Bun.sleep(100)

	expect(links()).toEqual([])
	expect(mayKeepAll(true)).toBe(false)
})

test('a fast line fetches, and only somebody who came back keeps the whole app', () => {
	onConnection({ effectiveType: '3g', downlink: 1.5 })

	expect(isSavingData()).toBe(false)
	expect(mayKeepAll(true)).toBe(true)
	expect(mayKeepAll(false)).toBe(false)
})
