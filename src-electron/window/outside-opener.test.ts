import { expect, test } from 'bun:test'
import { createOutsideOpener } from './outside-opener.ts'

function anOpener(open?: (url: string) => Promise<void>) {
	const opened: string[] = []
	const clock = { now: 0 }
	const openOutside = createOutsideOpener({
		open: open ?? ((url) => Promise.resolve(void opened.push(url))),
		now: () => clock.now,
	})
	return { openOutside, opened, clock }
}

test('a page that opens a hundred addresses opens one', () => {
	const { openOutside, opened } = anOpener()
	for (let i = 0; i < 100; i += 1) openOutside(`https://other.example/${i}`)
	expect(opened).toEqual(['https://other.example/0'])
})

test('a second later the next one goes, and what came too soon is not made up for', () => {
	const { openOutside, opened, clock } = anOpener()
	expect(openOutside('https://other.example/a')).toBe(true)
	clock.now = 999
	expect(openOutside('https://other.example/b')).toBe(false)
	clock.now = 1000
	expect(openOutside('https://other.example/c')).toBe(true)
	clock.now = 1999
	expect(openOutside('https://other.example/d')).toBe(false)
	expect(opened).toEqual(['https://other.example/a', 'https://other.example/c'])
})

test('a system that cannot open it does the app no harm', async () => {
	const { openOutside } = anOpener(() => Promise.reject(new Error('No application for sms:')))
	expect(openOutside('sms:?&body=hi')).toBe(true)
	await Bun.sleep(0)
})
