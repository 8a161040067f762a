import { expect, spyOn, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HostAlerts } from '#contract/host/alerts.ts'
import type { Overview } from '#contract/host/overview.ts'
import { inLanguage, markedN } from '#contract/text.ts'
import { sizeInWords } from '#ui/features/host/size-in-words.ts'
import { anOverview, fineFinding as fine } from '#ui/testing/an-overview.ts'
import { aMember, anInstance, deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { openedAt } from '#ui/testing/page-address.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HostOverviewScreen } from './overview-screen.tsx'
import { findingInWords } from './warning-lights.tsx'

const user = userEvent.setup()
const me = aMember({ isHost: true })

const REST = {
	'GET /api/instance': [200, anInstance()],
	'GET /api/host/journal': [200, { lines: [], hasMore: false }],
} as const

async function open(overview: Partial<Overview> = {}) {
	const server = await openScreen(
		<HostOverviewScreen />,
		'/host',
		{ ...REST, 'GET /api/host': [200, anOverview(overview)] },
		{ member: me },
	)
	await screen.findByRole('heading', { name: 'Dashboard' })
	return server
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) })).getAllByRole('cell')
const value = (label: string) =>
	screen.getByText(label, { selector: 'dt, dt *' }).closest('.receipt-line')?.querySelector('dd')?.textContent

test('a host sees at a glance how much there is, and what came this week [spec 14.17]', async () => {
	await open()

	expect(row('People').map((cell) => cell.textContent)).toEqual(['12', '+2'])
	expect(row('Ghosts waiting').map((cell) => cell.textContent)).toEqual(['3', '0'])
	expect(row('Ratings').map((cell) => cell.textContent)).toEqual(['1,240', '+14'])
	expect(value('Road trips')).toBe('4')
	expect(['Sign-up', 'Mail', 'Data', 'Newest backup', 'Engine on', 'Version'].map(value)).toEqual([
		'by invitation',
		'not set up',
		'3.2 MB',
		'5 hours ago',
		'3 days ago',
		'0.14.0',
	])
	expect([value('Warning lights'), value('Reports waiting')]).toEqual(['none', 'none'])
	expect(screen.queryByRole('region', { name: 'Warning lights' })).toBeNull()
})

test('a report that waits is on the dashboard', async () => {
	await openScreen(
		<HostOverviewScreen />,
		'/host',
		{ ...REST, 'GET /api/host': [200, anOverview()] },
		{ member: aMember({ isHost: true, reportsWaiting: 1 }) },
	)

	await screen.findByText('Reports waiting')
	expect(value('Reports waiting')).toBe('1')
})

test('what needs the host comes first, the worst on top, with its next step and the way there', async () => {
	await open({
		newestBackupAt: null,
		findings: [
			fine('Clock'),
			fine('Data folder', { state: 'warning', says: 'It is open.', todo: 'chmod -R go= /srv' }),
			fine('Backups', { state: 'problem', says: 'There is none.', todo: 'Make one.', part: 'backups' }),
		],
	})

	const lights = within(screen.getByRole('region', { name: 'Warning lights' }))
	expect(lights.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
		'Backups',
		'Data folder',
	])
	expect(lights.getByText('chmod -R go= /srv')).toBeTruthy()
	expect(lights.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
		['Go to Backups', '/host/backups'],
	])
	expect(screen.getByText('1 check is fine')).toBeTruthy()
	expect(screen.getByText('backseat doctor')).toBeTruthy()
	expect(value('Warning lights')).toBe('2 lit')
	expect(value('Newest backup')).toBe('none yet')
})

const samePlace = fine('Place of backups', {
	state: 'warning',
	says: 'On the same disk.',
	todo: 'Copy them.',
	key: 'place-of-backups',
})

test('a light that needs no act now can be called fine, and is out then', async () => {
	const server = await open({ findings: [fine('Clock'), samePlace] })
	server.answer('POST /api/host/lights/place-of-backups/accept', [204])
	server.answer('GET /api/host', [200, anOverview({ findings: [fine('Clock'), { ...samePlace, accepted: true }] })])

	await user.click(screen.getByRole('button', { name: 'Fine for us: Place of backups' }))

	await waitFor(() => expect(screen.queryByRole('region', { name: 'Warning lights' })).toBeNull())
	expect(value('Warning lights')).toBe('none')
	expect(screen.getByText('2 checks are fine')).toBeTruthy()
	expect(screen.getByText('fine for you: On the same disk.')).toBeTruthy()
})

test('a light that cannot be called fine just now says so where it is', async () => {
	const server = await open({ findings: [samePlace] })
	server.answer('POST /api/host/lights/place-of-backups/accept', problem(404, 'That light is not on'))

	await user.click(screen.getByRole('button', { name: 'Fine for us: Place of backups' }))

	expect((await screen.findByRole('alert')).textContent).toBe('That light is not on')
})

test('people get in where this browser got in; other addresses are named below', async () => {
	openedAt('https://rides.example.org/host')
	await open({
		addresses: [
			{ kind: 'public', url: 'https://rides.example.org/' },
			{ kind: 'network', url: 'http://192.168.1.5:7433/' },
		],
	})

	const wayIn = within(screen.getByRole('region', { name: 'Where people get in' }))
	expect(await wayIn.findByRole('img', { name: 'QR code for https://rides.example.org/' })).toBeTruthy()
	await user.click(wayIn.getByRole('button', { name: 'Copy link' }))
	expect(await navigator.clipboard.readText()).toBe('https://rides.example.org/')
	for (const way of ['WhatsApp', 'SMS'])
		expect(wayIn.getByRole('link', { name: way }).getAttribute('href')).toContain(
			encodeURIComponent('https://rides.example.org/'),
		)
	expect(wayIn.getByText('On this network')).toBeTruthy()
	expect(wayIn.getByText('http://192.168.1.5:7433/')).toBeTruthy()
	expect(wayIn.queryByText('For everybody')).toBeNull()
})

test('an address that only this computer can open is not given to anybody', async () => {
	openedAt('http://127.0.0.1:7433/host')
	await open()

	const wayIn = within(screen.getByRole('region', { name: 'Where people get in' }))
	expect(await wayIn.findByText('Only this computer can open this Backseat')).toBeTruthy()
	expect(wayIn.queryByRole('img')).toBeNull()
})

const RING = 'POST /api/host/alerts/test'
const anAlert = (more: Partial<HostAlerts> = {}): HostAlerts => ({
	to: ['ntfy.home.lan'],
	lastAt: new Date().toISOString(),
	missed: [],
	...more,
})
const alertsLine = () => screen.getByRole('region', { name: 'Alerts' }).querySelector('p')?.textContent

test('without alerts nothing is said of them', async () => {
	await open()

	expect(screen.queryByRole('region', { name: 'Alerts' })).toBeNull()
})

test.each([
	[{}, 'Alerts go to ntfy.home.lan. Last one arrived today.'],
	[{ lastAt: null }, 'Alerts go to ntfy.home.lan. None was sent yet.'],
	[{ lastAt: '2026-03-01T12:00:00.000Z' }, 'Alerts go to ntfy.home.lan. Last one arrived on Mar 1, 2026.'],
	[
		{ to: ['ntfy.home.lan', 'a mailbox'], missed: ['ntfy.home.lan'] },
		'Alerts go to ntfy.home.lan, a mailbox. The last one did not arrive at ntfy.home.lan.',
	],
])('a host reads where alerts go, and whether the last one arrived: %p', async (alerts, line) => {
	await open({ alerts: anAlert(alerts) })

	expect(alertsLine()).toBe(line)
})

test('the bell rings, and the line is that of now', async () => {
	const server = await open({ alerts: anAlert({ lastAt: null }) })
	server.answer(RING, [200, anAlert()])
	server.answer('GET /api/host', [200, anOverview({ alerts: anAlert() })])

	await user.click(screen.getByRole('button', { name: 'Ring the bell' }))

	expect(await screen.findByText('It rang. Your phone should know by now.')).toBeTruthy()
	await waitFor(() => expect(alertsLine()).toBe('Alerts go to ntfy.home.lan. Last one arrived today.'))
})

test('a bell that nobody hears says why where it was rung, and the line says it, too', async () => {
	const server = await open({ alerts: anAlert() })
	server.answer(RING, problem(503, 'It did not arrive at ntfy.home.lan: it answers 401.'))
	server.answer('GET /api/host', [200, anOverview({ alerts: anAlert({ missed: ['ntfy.home.lan'] }) })])

	await user.click(screen.getByRole('button', { name: 'Ring the bell' }))

	expect((await screen.findByRole('alert')).textContent).toBe('It did not arrive at ntfy.home.lan: it answers 401.')
	await waitFor(() => expect(alertsLine()).toContain('The last one did not arrive at ntfy.home.lan.'))
	expect(screen.queryByText('It rang. Your phone should know by now.')).toBeNull()
})

test('the journal is below, also for those who come from its former address [spec 15.44]', async () => {
	const scrolled = spyOn(HTMLElement.prototype, 'scrollIntoView')
	await openScreen(
		<HostOverviewScreen />,
		'/host#journal',
		{ ...REST, 'GET /api/host': [200, anOverview()] },
		{ member: me },
	)
	const journal = await screen.findByRole('region', { name: 'Journal' })

	expect(await within(journal).findByText('A clean logbook')).toBeTruthy()
	await waitFor(() => expect(scrolled.mock.contexts).toContain(journal))
})

test('instruments that cannot be read can be asked again', async () => {
	const server = await openScreen(
		<HostOverviewScreen />,
		'/host',
		{ ...REST, 'GET /api/host': deadNetwork },
		{ member: me },
	)
	expect(await screen.findByText('The instruments are dark')).toBeTruthy()

	server.answer('GET /api/host', [200, anOverview()])
	await user.click(screen.getByRole('button', { name: 'Try again' }))

	expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
})

test.each([
	[0, '0.0 kB'],
	[9_940, '9.9 kB'],
	[999_400, '999 kB'],
	[999_600, '1.0 MB'],
	[84_200_000, '84 MB'],
	[2_000_000_000_000, '2.0 TB'],
])('%d bytes are %s', (bytes, words) => {
	expect(sizeInWords(bytes)).toBe(words)
})

test('a host reads under which name people get in by passkey', async () => {
	await open({
		passkeys: [
			{ host: 'rides.example.org', members: 7 },
			{ host: 'localhost', members: 1 },
		],
	})

	const words = 'people get in by passkey at rides.example.org. Under another name they cannot.'
	expect(screen.getByText(`7 ${words}`)).toBeTruthy()
	expect(screen.getByText('1 person gets in by passkey at localhost. Under another name they cannot.')).toBeTruthy()
})

test('a host reads what the doctor found in the language of the page, and a command of a remedy as it is', () => {
	const catalogue = {
		locale: 'de',
		isRightToLeft: false,
		translations: { '{path} is # day old': { one: '{path} ist # Tag alt', other: '{path} ist # Tage alt' } },
	}
	const finding = fine('Backups', {
		says: '/srv/a.db is 3 days old',
		todo: 'chmod -R go= /srv',
		texts: { says: markedN('{path} is # day old', '{path} is # days old', 3, { path: '/srv/a.db' }) },
	})

	expect(findingInWords(finding).says).toBe('/srv/a.db is 3 days old')
	expect(inLanguage(catalogue, () => findingInWords(finding))).toEqual({
		says: '/srv/a.db ist 3 Tage alt',
		todo: 'chmod -R go= /srv',
	})
})
