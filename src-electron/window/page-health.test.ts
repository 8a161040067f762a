import { expect, test } from 'bun:test'
import { createPageHealth } from './page-health.ts'

const CONNECTION_REFUSED = -102
const ABORTED = -3

function aPage() {
	const told: (boolean | 'seen' | 'reload')[] = []
	let time = 0
	const page = createPageHealth({
		onFailed: (isFailed) => void told.push(isFailed),
		onFirstSeen: () => void told.push('seen'),
		reload: () => void told.push('reload'),
		now: () => time,
	})
	const wait = (ms: number) => {
		time += ms
	}
	return { page, told, wait }
}

test('a window is shown when its page is there, and not once more at each page', () => {
	const { page, told } = aPage()
	page.arrived()
	page.finished()
	page.arrived()
	page.finished()

	expect(told).toEqual([false, 'seen', false])
})

test('a window is not shown for a page that failed, but for the one that comes at last', () => {
	const { page, told } = aPage()
	page.loadFailed(CONNECTION_REFUSED)
	page.finished()
	expect([...told, page.isBroken()]).toEqual([true, true])

	page.arrived()
	page.finished()
	expect([...told, page.isBroken()]).toEqual([true, false, 'seen', false])
})

test('a load that was stopped for another one is not a failure', () => {
	const { page, told } = aPage()
	page.loadFailed(ABORTED)

	expect(told).toEqual([])
})

test('being sent elsewhere at once leaves no page; later on the page stays as it was', () => {
	const first = aPage()
	first.page.redirectRefused()
	expect(first.told).toEqual([true])

	const later = aPage()
	later.page.arrived()
	later.page.redirectRefused()
	expect(later.told).toEqual([false])
})

test('a page that dies is loaded again, but not over and over', () => {
	const { page, told, wait } = aPage()
	page.crashed()
	wait(1000)
	page.crashed()
	expect(told).toEqual([true, 'reload', true])

	wait(60_000)
	page.crashed()
	expect(told).toEqual([true, 'reload', true, true, 'reload'])
})
