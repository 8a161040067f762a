import { afterEach, expect, spyOn, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { News } from '#contract/news.ts'
import { aMember, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { timeZoneHere } from './news.api.ts'
import { NewsChoices } from './news-choices.tsx'
import { pushMember } from './push-subscription.ts'
import { aPhone, endpoint, hashOf, PUBLIC_KEY, putPhoneAway } from './testing/a-phone.ts'

afterEach(putPhoneAway)

const user = userEvent.setup()
const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'
const ADDRESS = 'jonas@home.example'
const NEWS = '/api/users/4711/news'
const PUSH = '/api/users/4711/push'
const CHECK = 'POST /api/users/4711/email/check'

type Answer = FakeAnswer | (() => never)
type Opened = {
	news?: Partial<News>
	email?: string | null
	push?: { publicKey: string } | null
	mail?: boolean
	answers?: Record<string, Answer>
	/** Endpoint hashes of this member's push subscriptions. */
	rings?: string[]
}

const newsOf = (news: Partial<News> = {}): News => ({
	rhythm: 'never',
	minute: 18 * 60 + 30,
	timeZone: null,
	mail: false,
	isEmailVerified: false,
	...news,
})

async function open({
	news,
	email = null,
	push = { publicKey: PUBLIC_KEY },
	mail = false,
	answers,
	rings = [],
}: Opened = {}) {
	const me = aMember({ email })
	let kept = newsOf(news)
	const server = fakeServer({
		'GET /api/user': [200, me],
		[`GET ${NEWS}`]: () => [200, kept],
		[`PUT ${NEWS}`]: (body) => {
			kept = { ...kept, ...(body as Partial<News>) }
			return [200, kept]
		},
		[`GET ${PUSH}`]: [
			200,
			rings.map((endpointHash, at) => ({
				id: at + 1,
				endpointHash,
				browser: null,
				createdAt: '2026-11-20T18:00:00.000Z',
			})),
		],
		[`POST ${PUSH}`]: [201, { id: 77 }],
		[`DELETE ${PUSH}`]: [200, { success: true }],
		[`POST ${NEWS}/test`]: [200, { rang: 1, phones: 1 }],
		...answers,
	})
	const app = openedApp(me)
	await renderScreen(
		<NewsChoices me={me.id} instance={{ push, mail }} onLeaveAddress={() => undefined} />,
		'/settings',
		{ app },
	)
	return { ...server, app }
}

const ring = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Ring this phone' })
const byMail = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Also by mail' })
/** The element's accessible description. */
const describedBy = (element: Element) =>
	document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
const rhythm = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const enabled = async (control: Promise<HTMLInputElement>) => {
	const element = await control
	await waitFor(() => expect(element.disabled).toBe(false))
	return element
}

test('a member reads what the news is, when it would come, and why it is not told at once', async () => {
	aPhone()
	await open()

	expect(screen.getByText('We ring once a day at most, when somebody rated you.')).toBeTruthy()
	expect((await ring()).checked).toBe(false)
	const when = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'When' })
	expect([...when.options].map(({ text }) => text.replace(/\s/, ' '))).toMatchObject({
		0: '8:00 AM',
		21: '6:30 PM',
		length: 27,
	})
	expect(when.selectedOptions[0]?.text.replace(/\s/, ' ')).toBe('6:30 PM')
	expect(
		within(screen.getByRole('radiogroup', { name: 'How often' }))
			.getAllByRole('radio')
			.map((radio) => radio.parentElement?.textContent),
	).toEqual(['Evenings', 'Sundays', 'Never'])
	expect(rhythm('Never').checked).toBe(true)
	expect(screen.getByText(/^Three in the car, one on the phone, your pocket buzzes/)).toBeTruthy()
	expect(screen.queryByRole('switch', { name: 'Also by mail' })).toBeNull()
})

test('nothing is asked of the browser, and no other server, until the switch is touched', async () => {
	const phone = aPhone()
	const { calls } = await open()

	await enabled(ring())

	expect([phone.requestPermission, phone.subscribe].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
	expect(calls()).not.toContain(`GET ${PUSH}`)
})

test('a phone that is to ring does so in the evening, and at no other time than its member has chosen', async () => {
	const phone = aPhone()
	const server = await open()

	await user.click(await enabled(ring()))

	await screen.findByRole('button', { name: 'Ring now, as a test' })
	expect((await ring()).checked).toBe(true)
	expect(phone.subscribe.mock.calls).toMatchObject([[{ userVisibleOnly: true, applicationServerKey: PUBLIC_KEY }]])
	expect(server.bodiesOf(`POST ${PUSH}`)).toEqual([
		{ endpoint: endpoint(1), keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } },
	])
	expect(server.bodiesOf(`PUT ${NEWS}`)).toEqual([
		{ rhythm: 'evenings', minute: 1110, mail: false, timeZone: timeZoneHere() },
	])
	expect(rhythm('Evenings').checked).toBe(true)
	expect(pushMember()).toBe(4711)
})

test('a member who has chosen Sundays keeps them when another phone is to ring', async () => {
	aPhone()
	const server = await open({ news: { rhythm: 'sundays', timeZone: timeZoneHere() } })

	await user.click(await enabled(ring()))

	await screen.findByRole('button', { name: 'Ring now, as a test' })
	expect(server.bodiesOf(`PUT ${NEWS}`)).toEqual([])
	expect(rhythm('Sundays').checked).toBe(true)
})

/** Opens the screen on a phone already subscribed for this member. */
async function openRinging(opened: Opened = {}) {
	localStorage.setItem('ringsFor', '4711')
	const phone = aPhone({ permission: 'granted', subscribed: { endpoint: endpoint(9) } })
	const server = await open({
		news: { rhythm: 'evenings', timeZone: timeZoneHere() },
		rings: [hashOf(endpoint(9))],
		...opened,
	})
	await screen.findByRole('button', { name: 'Ring now, as a test' })
	return { phone, server }
}

test('a phone that rings is silent once it is switched off, here and on the server', async () => {
	const { phone, server } = await openRinging()

	await user.click(await ring())

	await waitFor(() => expect(screen.queryByRole('button', { name: 'Ring now, as a test' })).toBeNull())
	expect((await ring()).checked).toBe(false)
	expect([phone.subscription, pushMember()]).toEqual([null, null])
	expect(server.bodiesOf(`DELETE ${PUSH}`)).toEqual([{ id: 1 }])
})

test('without a connection a phone falls silent all the same', async () => {
	const warned = spyOn(console, 'warn').mockImplementation(() => undefined)
	const { phone, server } = await openRinging()
	server.answer(`GET ${PUSH}`, deadNetwork)

	await user.click(await ring())

	await waitFor(() => expect(phone.subscription).toBeNull())
	await waitFor(async () => expect((await ring()).checked).toBe(false))
	expect(screen.queryByText(/Nothing has changed/)).toBeNull()
	await waitFor(() => expect(warned).toHaveBeenCalledTimes(1))
})

test.each([[{ isSecure: false }], [{ isAble: false }]])(
	'where no phone can ring there is no switch for it: %j',
	async (phone) => {
		aPhone(phone)
		await open({ mail: true })

		expect(await screen.findByText('We write once a day at most, when somebody rated you.')).toBeTruthy()
		await byMail()
		expect(screen.queryByRole('switch', { name: 'Ring this phone' })).toBeNull()
	},
)

test('a phone whose browser was told no says how to change its mind', async () => {
	aPhone({ permission: 'denied' })
	await open()

	const control = await ring()
	const words = 'Your browser said no for us. Its settings for this page can change its mind.'
	expect([control.disabled, control.checked, describedBy(control)]).toEqual([true, false, words])
})

test('an iPhone says that Backseat must be on its home screen first', async () => {
	aPhone({ isAble: false })
	Object.defineProperty(navigator, 'userAgent', { configurable: true, value: IPHONE })
	await open()

	expect(describedBy(await ring())).toBe(
		'Put Backseat on the home screen first: Share, then Add to Home Screen. Then ring from there.',
	)
})

test.each([
	['denied' as const, 'Your browser said no for us. Its settings for this page can change its mind.'],
	['default' as const, 'Your browser asked, and got no answer. It rings once you have said yes.'],
])('a browser in which the person answers %p rings for nobody, and says so', async (says, words) => {
	const phone = aPhone({ says })
	const server = await open()

	await user.click(await enabled(ring()))

	await waitFor(async () => expect(describedBy(await ring())).toBe(words))
	expect((await ring()).checked).toBe(false)
	expect(phone.subscribe).not.toHaveBeenCalled()
	expect(server.calls().filter((call) => /^(PUT|POST) /.test(call) && !call.endsWith('/events'))).toEqual([])
})

test('a sixth phone hears from the server why it does not ring, and its subscription is given back', async () => {
	const phone = aPhone()
	await open({ answers: { [`POST ${PUSH}`]: problem(409, 'Five phones of yours ring already.') } })

	await user.click(await enabled(ring()))

	await waitFor(async () => expect(describedBy(await ring())).toBe('Five phones of yours ring already.'))
	expect((await ring()).checked).toBe(false)
	expect([phone.subscription, pushMember()]).toEqual([null, null])
})

test('a browser without a push service says so at the switch', async () => {
	aPhone({ fails: new DOMException('Registration failed - push service error', 'AbortError') })
	await open()

	await user.click(await enabled(ring()))

	await waitFor(async () =>
		expect(describedBy(await ring())).toBe('Your browser found no push service. Nothing has changed.'),
	)
})

test.each([
	[[200, { rang: 1, phones: 1 }], 'It rings any moment now.'],
	[[200, { rang: 2, phones: 2 }], 'All 2 of your phones ring any moment now.'],
	[[200, { rang: 1, phones: 3 }], '1 of your 3 phones ring any moment now.'],
	[[200, { rang: 0, phones: 1 }], 'No push service took it. Try again later.'],
	[[200, { rang: 0, phones: 0 }], 'None of your phones is set to ring.'],
	[problem(429, 'Easy on the horn. Try again in 20 minutes.'), 'Easy on the horn. Try again in 20 minutes.'],
] satisfies [FakeAnswer, string][])('a test that came to %j is told as: %s', async (answer, words) => {
	await openRinging({ answers: { [`POST ${NEWS}/test`]: answer } })

	await user.click(screen.getByRole('button', { name: 'Ring now, as a test' }))

	expect(await screen.findByText(words)).toBeTruthy()
})

test('another time and another rhythm are kept as they are chosen, on the clock of where the member is', async () => {
	aPhone()
	const server = await open({ news: { rhythm: 'evenings', timeZone: 'Pacific/Auckland' } })
	const when = await screen.findByRole('combobox', { name: 'When' })
	expect(describedBy(when)).toBe(
		`By the clock of Pacific/Auckland. Any change here sets it to ${timeZoneHere().replaceAll('_', ' ')}.`,
	)

	await user.selectOptions(when, '1200')
	await waitFor(() => expect(server.bodiesOf(`PUT ${NEWS}`)).toHaveLength(1))
	await user.click(rhythm('Sundays'))
	await waitFor(() => expect(server.bodiesOf(`PUT ${NEWS}`)).toHaveLength(2))

	const kept = { minute: 1200, mail: false, timeZone: timeZoneHere() }
	expect(server.bodiesOf(`PUT ${NEWS}`)).toEqual([
		{ ...kept, rhythm: 'evenings' },
		{ ...kept, rhythm: 'sundays' },
	])
	await waitFor(() => expect(when.getAttribute('aria-describedby')).toBeNull())
})

test('arrow keys that go through half hours are one change', async () => {
	aPhone()
	const server = await open()
	const when = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'When' })

	// At once, because a busy machine takes longer between two awaited steps than the choice waits for the next.
	for (const value of ['1140', '1170', '1200']) fireEvent.change(when, { target: { value } })

	await waitFor(() => expect(server.bodiesOf(`PUT ${NEWS}`)).toMatchObject([{ minute: 1200 }]))
	expect(when.value).toBe('1200')
})

test('what was not kept is told beside its control, which goes back', async () => {
	aPhone()
	await open({ answers: { [`PUT ${NEWS}`]: deadNetwork } })
	const when = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'When' })

	await user.selectOptions(when, '1200')

	await waitFor(() => expect(describedBy(when)).toBe('Nothing has changed. Please try again.'))
	expect([when.value, when.getAttribute('aria-invalid')]).toEqual(['1110', 'true'])
	await user.click(rhythm('Sundays'))
	await waitFor(() =>
		expect(describedBy(screen.getByRole('radiogroup', { name: 'How often' }))).toBe(
			'Nothing has changed. Please try again.',
		),
	)
	await waitFor(() => expect(rhythm('Never').checked).toBe(true))
})

test('where only mail goes out nothing is said of phones', async () => {
	aPhone()
	await open({ push: null, mail: true })

	expect(await screen.findByText('We write once a day at most, when somebody rated you.')).toBeTruthy()
	await byMail()
	expect(screen.queryByRole('switch', { name: 'Ring this phone' })).toBeNull()
})

test('an address is verified before anything is sent there: the link is asked for here', async () => {
	aPhone()
	const server = await open({ mail: true, email: ADDRESS, answers: { [CHECK]: [202, { success: true }] } })
	expect((await byMail()).disabled).toBe(true)

	await user.click(screen.getByRole('button', { name: 'Send me a link' }))

	expect(await screen.findByText(/^A link is on its way to/)).toHaveProperty(
		'textContent',
		`A link is on its way to ${ADDRESS}. It works for 24 hours.`,
	)
	expect(server.bodiesOf(CHECK)).toHaveLength(1)
	expect(screen.getByRole('button', { name: 'Send me another link' })).toBeTruthy()
})

test('a link that was not sent is complained about beside its button', async () => {
	aPhone()
	await open({ mail: true, email: ADDRESS, answers: { [CHECK]: problem(429, 'Three links a day are enough.') } })

	await user.click(await screen.findByRole('button', { name: 'Send me a link' }))

	expect((await screen.findByText('Three links a day are enough.')).getAttribute('role')).toBe('alert')
})

test('once the address is verified mail comes along, in the evenings if nothing was chosen', async () => {
	aPhone()
	const server = await open({ mail: true, email: ADDRESS, news: { isEmailVerified: true } })
	const control = await byMail()
	expect(describedBy(control)).toBe(`To ${ADDRESS}.`)

	await user.click(control)

	await waitFor(() => expect(server.bodiesOf(`PUT ${NEWS}`)).toMatchObject([{ mail: true, rhythm: 'evenings' }]))
	await waitFor(() => expect(rhythm('Evenings').checked).toBe(true))
	await user.click(control)
	await waitFor(() =>
		expect(server.bodiesOf(`PUT ${NEWS}`)).toMatchObject([{ mail: true }, { mail: false, rhythm: 'evenings' }]),
	)
})

test('a section that could not be looked up can be asked for again', async () => {
	aPhone()
	const server = await open({ answers: { [`GET ${NEWS}`]: deadNetwork } })
	expect(await screen.findByText('The news is stuck in traffic')).toBeTruthy()

	server.answer(`GET ${NEWS}`, [200, newsOf()])
	await user.click(screen.getByRole('button', { name: 'Try again' }))

	expect(await ring()).toBeTruthy()
})
