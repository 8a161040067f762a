import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
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
	mock.restore()
	for (const link of document.querySelectorAll('link')) link.remove()
})

const onConnection = (connection: object) =>
	Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })

/** The paths that are fetched; the nth answer comes with `answers[n]()`. */
function aServer() {
	const paths: string[] = []
	const answers: (() => void)[] = []
	spyOn(globalThis, 'fetch').mockImplementation(((path: string) => {
		paths.push(path)
		return new Promise((resolve) => answers.push(() => resolve(new Response(''))))
	}) as typeof fetch)
	return { paths, answers }
}

test('the files of the next screens come one after another and are not run', async () => {
	const { paths, answers } = aServer()
	fetchNext({ isMember: true })

	for (let nth = 0; nth < 3; nth++) {
		while (paths.length <= nth) await Bun.sleep(5)
		await Bun.sleep(60)
		expect(paths).toHaveLength(nth + 1)
		answers[nth]?.()
	}
	expect(paths).toEqual(['/assets/rating-1.js', '/assets/press-1.js', '/assets/profile-1.js'])
	expect(document.querySelector('script[src*="rating-1"]')).toBeNull()
})

test('a file that fails is left out', async () => {
	const { paths } = aServer()
	spyOn(globalThis, 'fetch').mockImplementationOnce((async (path: string) => {
		paths.push(path)
		throw new TypeError('Failed to fetch')
	}) as unknown as typeof fetch)
	fetchNext({ isMember: false })

	while (paths.length < 2) await Bun.sleep(5)

	expect(paths).toEqual(['/assets/rating-1.js', '/assets/press-1.js'])
})

test('a guest’s browser fetches nothing of members, and nothing that is there', async () => {
	const { paths, answers } = aServer()
	const preloaded = document.createElement('link')
	preloaded.href = '/assets/rating-1.js'
	document.head.append(preloaded)

	fetchNext({ isMember: false })
	while (paths.length < 1) await Bun.sleep(5)
	answers[0]?.()
	await Bun.sleep(100)

	expect(paths).toEqual(['/assets/press-1.js'])
})

test.each([
	{ saveData: true, effectiveType: '4g' },
	{ effectiveType: '2g' },
	{ effectiveType: 'slow-2g' },
	{ effectiveType: '3g', downlink: 0.4 },
])('whoever pays for data or waits for it gets no file unasked: %p', async (connection) => {
	onConnection(connection)
	const { paths } = aServer()

	fetchNext({ isMember: true })
	await Bun.sleep(100)

	expect(paths).toEqual([])
	expect(mayKeepAll(true)).toBe(false)
})

test('a fast line fetches, and only somebody who came back keeps the whole app', () => {
	onConnection({ effectiveType: '3g', downlink: 1.5 })

	expect(isSavingData()).toBe(false)
	expect(mayKeepAll(true)).toBe(true)
	expect(mayKeepAll(false)).toBe(false)
})
