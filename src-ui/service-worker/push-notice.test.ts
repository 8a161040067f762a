import { expect, test } from 'bun:test'
import type { Catalogue } from '#contract/text.ts'
import type { WindowOfApp } from './kept-builds.ts'
import { pushNotices } from './push-notice.ts'

const SCOPE = 'https://ride.example/rides/'

/** A phone with these windows open, recording notifications, badges and navigations. */
function aPhone({
	open = [] as Partial<WindowOfApp>[],
	languages = ['en-GB'],
	catalogues = {} as Record<string, Catalogue>,
	setAppBadge = async (_count?: number) => {},
} = {}) {
	const happened: unknown[] = []
	const windows = open.map(
		(window, at): WindowOfApp => ({
			url: `${SCOPE}home`,
			focused: false,
			focus: async () => happened.push(`focus ${at}`),
			navigate: async (address) => happened.push(`${at} to ${address}`),
			...window,
		}),
	)
	const notices = pushNotices({
		registration: {
			scope: SCOPE,
			showNotification: async (title: string, options: NotificationOptions) =>
				void happened.push({ title, ...options }),
		} as unknown as ServiceWorkerRegistration,
		clients: {
			matchAll: async () => windows,
			openWindow: async (address) => happened.push(`open ${address}`),
			claim: async () => {},
		},
		browser: {
			languages,
			setAppBadge: (count) => {
				happened.push(`badge ${count}`)
				return setAppBadge(count)
			},
		},
		isOurs: (address) => address.startsWith(SCOPE),
		catalogues,
	})
	return { ...notices, happened }
}

const said = (kind: string, count?: number, name?: string) => JSON.stringify({ v: 1, kind, count, name })

test('a rating rings with a count, our pictures, and the way to the own profile; nothing in it names anybody', async () => {
	const phone = aPhone()

	await phone.show(said('ratings', 2))

	expect(phone.happened).toEqual([
		{
			title: 'Backseat',
			body: '2 new verdicts are on your receipt.',
			tag: 'ratings',
			icon: `${SCOPE}app-icons/icon-192.png`,
			badge: `${SCOPE}app-icons/badge-96.png`,
			data: `${SCOPE}profile/me`,
		},
		'badge 2',
	])
})

test.each([
	[said('ratings', 1), 'A new verdict is on your receipt.'],
	[said('ratings'), 'A new verdict is on your receipt.'],
	[said('ratings', 1240), '1,240 new verdicts are on your receipt.'],
	[said('ratings', -3), 'A new verdict is on your receipt.'],
	[said('claimed', 1), 'A driver of yours has collected their ratings.'],
	[said('claimed', 1, 'Uncle $& Bob {n}'), 'Uncle $& Bob {n} has collected their ratings.'],
	[said('claimed', 2, 'Uncle Bob'), '2 drivers of yours have collected their ratings.'],
	[said('report-decided', 1), 'Your report was decided.'],
	[said('report-waits', 3), '3 reports wait for you.'],
	[said('several', 4), '4 pieces of news are waiting for you.'],
	[`${said('ratings', 2)}    `, '2 new verdicts are on your receipt.'],
	[said('test'), 'Test. Buckle up.'],
	[said('a kind of next year', 2), 'There is news for you.'],
	[said('toString', 2), 'There is news for you.'],
	[JSON.stringify({ v: 2, kind: 'ratings', count: 2 }), 'There is news for you.'],
	['no JSON', 'There is news for you.'],
	['null', 'There is news for you.'],
	[undefined, 'There is news for you.'],
])('%p is said as: %s', async (text, words) => {
	const phone = aPhone()

	await phone.show(text)

	expect(phone.happened[0]).toMatchObject({ body: words })
})

test('a phone of which we do not speak the language is told in English', async () => {
	const phone = aPhone({ languages: ['tlh', 'constructor-x'] })

	await phone.show(said('ratings', 2))

	expect(phone.happened[0]).toMatchObject({ body: '2 new verdicts are on your receipt.' })
})

test('a phone speaks the language that its owner chose, else that of the browser', async () => {
	const polish = {
		locale: 'pl',
		isRightToLeft: false,
		translations: { 'A new verdict is on your receipt.': { one: 'Nowa ocena.', few: '# nowe oceny.' } },
	}
	const phone = aPhone({ languages: ['de', 'en'], catalogues: { pl: polish } })
	const polishPhone = aPhone({ languages: ['pl-PL'], catalogues: { pl: polish } })

	await phone.show(said('ratings', 2))
	await phone.show(JSON.stringify({ v: 1, kind: 'ratings', count: 2, language: 'pl' }))
	await polishPhone.show(said('ratings', 1))

	const bodies = [...phone.happened, ...polishPhone.happened].map((what) => (what as { body?: string }).body)
	expect(bodies.filter(Boolean)).toEqual(['2 new verdicts are on your receipt.', '2 nowe oceny.', 'Nowa ocena.'])
})

test('only ratings are counted on the icon, and a browser that forbids it shows the notification', async () => {
	const phone = aPhone({ setAppBadge: () => Promise.reject(new DOMException('No', 'NotAllowedError')) })

	await phone.show(said('test'))
	await phone.show(said('ratings', 1))

	expect(phone.happened.filter((what) => typeof what === 'string')).toEqual(['badge 1'])
})

const tapped = (phone: ReturnType<typeof aPhone>) =>
	phone.open({ data: `${SCOPE}profile/me`, close: () => void phone.happened.push('closed') })

test('a tap leads the window that is being looked at to the profile', async () => {
	const phone = aPhone({ open: [{ url: 'https://ride.example/home', focused: true }, {}, { focused: true }] })

	await tapped(phone)

	expect(phone.happened).toEqual(['closed', 'focus 2', `2 to ${SCOPE}profile/me`])
})

test('a tap takes any window of ours, and opens one where none is', async () => {
	const lying = aPhone({ open: [{}] })
	const empty = aPhone({ open: [{ url: 'https://ride.example/home' }] })

	await tapped(lying)
	await tapped(empty)

	expect(lying.happened).toEqual(['closed', 'focus 0', `0 to ${SCOPE}profile/me`])
	expect(empty.happened).toEqual(['closed', `open ${SCOPE}profile/me`])
})

test('a window that may not be led elsewhere stays where it is', async () => {
	const phone = aPhone({ open: [{ navigate: () => Promise.reject(new TypeError('not controlled')) }] })

	await tapped(phone)

	expect(phone.happened).toEqual(['closed', 'focus 0', `open ${SCOPE}profile/me`])
})
