import { afterAll, beforeEach, expect, mock, setSystemTime, test } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { REASONS } from '#contract/reasons.ts'
import { inLanguage } from '#contract/text.ts'
import { SEED_PASSWORD } from '#db/seed.ts'
import { demoRibbon } from './ribbon.ts'
import script from './ribbon-script.js' with { type: 'text' }

const ORIGIN = 'http://localhost:7433'

GlobalRegistrator.register({ url: `${ORIGIN}/home` })
afterAll(async () => {
	setSystemTime()
	await GlobalRegistrator.unregister()
})
beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
})

/** A page of a demo whose ribbon script has run; timers run when `later` is called. */
function openPage({ path = '/home', basePath = '', round = 'first' } = {}) {
	document.documentElement.dataset.basePath = basePath
	document.documentElement.dataset.session = 'none'
	document.body.innerHTML = demoRibbon(round).html.replace(/<script.*/, '')
	const place = { pathname: basePath + path, assign: mock((_: string) => {}), replace: mock((_: string) => {}) }
	const answer = { status: 200, body: {} as object, headers: {} as Record<string, string> }
	const fetch = mock(async (_address: string, _init?: RequestInit) => {
		const { body, ...init } = answer
		return Response.json(body, init)
	})
	const deleteDatabase = mock((_: string) => {})
	const timers: [run: () => unknown, ms: number][] = []
	const globals = {
		location: place,
		fetch,
		indexedDB: { deleteDatabase },
		addEventListener: () => {},
		setTimeout: (run: () => unknown, ms: number) => timers.push([run, ms]),
		clearTimeout: () => timers.splice(0),
	}
	new Function(...Object.keys(globals), script)(...Object.values(globals))
	const ribbon = document.querySelector('.demo')
	return {
		place,
		answer,
		fetch,
		deleteDatabase,
		words: () => ribbon?.querySelector('.demo-words')?.textContent,
		trouble: () => ribbon?.querySelector('.demo-trouble')?.textContent,
		waysIn: () =>
			ribbon?.querySelector<HTMLElement>('.demo-ways-in')?.hidden
				? []
				: [...(ribbon?.querySelectorAll('button') ?? [])].map((button) => button.getAttribute('aria-label')),
		async press(name: string) {
			ribbon?.querySelector<HTMLButtonElement>(`[aria-label="Climb in as ${name}"]`)?.click()
			await Bun.sleep(0)
		},
		async later() {
			const [run, ms = 0] = timers.splice(0).at(-1) ?? []
			await run?.()
			return ms
		},
	}
}

test('a visitor finds the three ways in at home and at the log-in only, and a member none', () => {
	const three = ['Climb in as Grandma Elke', 'Climb in as jonas', 'Climb in as theo']
	for (const path of ['/', '/home', '/auth']) expect(openPage({ path }).waysIn()).toEqual(three)
	expect(openPage({ path: '/rating/2' }).waysIn()).toEqual([])
	localStorage.setItem('currentUser', '{}')
	expect(openPage().waysIn()).toEqual([])
})

test('one press lets a visitor in, once; where the server refuses, its words are shown', async () => {
	const page = openPage({ basePath: '/rides' })
	await Promise.all([page.press('theo'), page.press('theo')])

	expect(page.fetch.mock.calls).toEqual([
		[
			'/rides/api/login',
			expect.objectContaining({ method: 'POST', body: JSON.stringify({ username: 'theo', password: SEED_PASSWORD }) }),
		],
	])
	expect(page.place.assign.mock.calls).toEqual([['/rides/home']])

	const refused = openPage()
	Object.assign(refused.answer, { status: 429, body: { message: 'Too many requests.' } })
	await refused.press('jonas')
	expect([refused.trouble(), refused.place.assign.mock.calls]).toEqual(['Too many requests.', []])

	const translations = { [REASONS.busy]: 'Der Server ist beschäftigt.' }
	const german = inLanguage({ locale: 'de', isRightToLeft: false, translations }, () => openPage())
	german.answer.status = 429
	await german.press('jonas')
	expect(german.trouble()).toBe('Der Server ist beschäftigt.')
})

test('in a new round this browser forgets what it remembers of the one before, and nothing of a neighbour', () => {
	const first = openPage({ basePath: '/demo' })
	expect(first.words()).toStartWith('A demo:')
	for (const [key, value] of Object.entries({
		theme: 'dark',
		currentUser: '{}',
		'trips/demo': '[]',
		'trips/rides': '[]',
	}))
		localStorage.setItem(key, value)

	const again = openPage({ basePath: '/demo' })
	expect(again.deleteDatabase).not.toHaveBeenCalled()
	const next = openPage({ basePath: '/demo', round: 'second' })

	expect(next.words()).toStartWith('The hour is over')
	expect(Object.keys(localStorage).toSorted()).toEqual(['demoRound/demo', 'theme', 'trips/rides'])
	expect(next.deleteDatabase.mock.calls).toEqual([['backseat-waiting-ratings/demo']])
})

test('an open page looks just after the full hour, by the server’s clock, and begins again if the demo has', async () => {
	setSystemTime(new Date('2026-11-28T12:40:00Z'))
	const page = openPage({ path: '/rating/2' })
	Object.assign(page.answer, { body: { instanceId: 'first' }, headers: { Date: 'Sat, 28 Nov 2026 12:59:50 GMT' } })
	expect(await page.later()).toBe(3000)
	expect(page.place.replace).not.toHaveBeenCalled()

	page.answer.body = { instanceId: 'second' }
	const ms = await page.later()
	expect(ms).toBeGreaterThanOrEqual(10_300)
	expect(ms).toBeLessThanOrEqual(12_000)
	expect(page.place.replace.mock.calls).toEqual([['/home']])
})
