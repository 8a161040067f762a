import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HostBackup, HostBackups } from '#contract/host/backups.ts'
import { aBackup as madeBackup, BACKUP_NAME as NAME } from '#ui/features/host/testing/host-rows.ts'
import { type Answers, aMember, deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HostBackupsScreen } from './backups-screen.tsx'

const user = userEvent.setup()
const me = aMember({ isHost: true })
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS - 60_000).toISOString()

const aBackup = (special: Partial<HostBackup> = {}) => madeBackup({ at: ago(3), verifiedAt: ago(3), ...special })

const aList = (special: Partial<HostBackups> = {}): HostBackups => ({
	backups: [aBackup()],
	underWay: null,
	failure: null,
	restoring: {
		isDesktop: false,
		folder: '/srv/rides/backups',
		dataFolder: '/srv/rides',
		settings: '--data-dir /srv/rides',
	},
	...special,
})

const underWay = { startedAt: ago(0), state: 'copying', bytes: 1_000_000, ofBytes: 4_000_000 } as const

async function open(list: Partial<HostBackups> = {}, answers: Answers = {}) {
	const server = await openScreen(
		<HostBackupsScreen />,
		'/host/backups',
		{
			'GET /api/host/backups': [200, aList(list)],
			'GET /api/host/confirmation': [200, { confirmedUntil: ago(-1) }],
			...answers,
		},
		{ member: me },
	)
	await screen.findByRole('heading', { name: 'Going back to one' })
	return server
}

const receipts = () => screen.queryAllByRole('article')
const linesOf = (receipt: HTMLElement) =>
	Object.fromEntries(
		[...receipt.querySelectorAll('.receipt-line')].map((line) => [
			line.querySelector('dt')?.textContent,
			line.querySelector('dd')?.textContent,
		]),
	)
const stampOf = (receipt: HTMLElement) => within(receipt).getByRole('status').textContent

test('each backup says how old and large it is, why it was made, and whether it is good', async () => {
	await open({
		backups: [
			aBackup(),
			aBackup({ name: NAME.replace('daily', 'manual'), kind: 'manual', bytes: 900_000, at: ago(30), verifiedAt: null }),
			aBackup({ name: NAME.replace('daily', 'before-v6'), kind: 'before-migration', isWhole: false, verifiedAt: null }),
		],
	})

	expect(receipts().map((receipt) => [within(receipt).getByRole('heading').textContent, stampOf(receipt)])).toEqual([
		['3 hours ago', 'Verified'],
		['30 hours ago', 'Not verified'],
		['3 hours ago', 'Damaged'],
	])
	expect(receipts().map(linesOf)).toEqual([
		{ Made: 'the daily one', Size: '3.2 MB', 'Read through': '3 hours ago' },
		{ Made: 'by hand', Size: '900 kB', 'Read through': 'not yet' },
		{ Made: 'before an update', Size: '3.2 MB', 'Read through': 'not yet' },
	])
	expect(screen.getByText(NAME)).toBeTruthy()
})

test('a backup is made while one looks on, and is there at the end', async () => {
	const server = await open({ backups: [] }, { 'POST /api/host/backups': [202, aList({ backups: [], underWay })] })
	expect(screen.getByRole('heading', { name: 'No spare wheel yet' })).toBeTruthy()

	server.answer('GET /api/host/backups', [200, aList({ backups: [], underWay: { ...underWay, state: 'checking' } })])
	await user.click(screen.getByRole('button', { name: 'Back up now' }))
	const bar = await screen.findByRole('progressbar', { name: 'The backup under way' })
	expect(bar.getAttribute('aria-valuenow')).toBe('25')
	expect(screen.getByText('1.0 MB of 4.0 MB')).toBeTruthy()

	expect(await screen.findByText('Reading every page of it')).toBeTruthy()
	expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
	server.answer('GET /api/host/backups', [200, aList()])
	expect(await screen.findByText('Packed, and read to its last page.')).toBeTruthy()
	expect(receipts()).toHaveLength(1)
	expect(screen.queryByRole('progressbar')).toBeNull()
	expect(server.bodiesOf('POST /api/host/backups')).toHaveLength(1)
	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back up now' }))
})

test('one that the server is making by itself is seen, and no second one can be asked for', async () => {
	const server = await open({ underWay })

	expect(screen.getByRole('progressbar')).toBeTruthy()
	await user.click(screen.getByRole('button', { name: 'Backing up...' }))

	expect(server.bodiesOf('POST /api/host/backups')).toEqual([])
})

test('why no backup was made is said, and that nobody answers is said where it was asked', async () => {
	const server = await open({
		failure: { at: ago(1), reason: 'No room for a backup in /srv: the disk is full (ENOSPC).' },
	})

	expect(screen.getByRole('alert').textContent).toContain('No room for a backup in /srv: the disk is full (ENOSPC).')
	server.answer('POST /api/host/backups', deadNetwork)
	await user.click(screen.getByRole('button', { name: 'Back up now' }))
	expect(await screen.findByText('The server does not answer. Please try again.')).toBeTruthy()
	server.answer('POST /api/host/backups', problem(429, 'Too many requests. Please try again in 180 seconds.'))
	await user.click(screen.getByRole('button', { name: 'Back up now' }))
	expect(await screen.findByText('Too many requests. Please try again in 180 seconds.')).toBeTruthy()
})

test('a verification says when it is over, and what is wrong', async () => {
	const reading = aList({ backups: [aBackup({ isBeingVerified: true })] })
	const server = await open(
		{ backups: [aBackup({ verifiedAt: null })] },
		{
			[`POST /api/host/backups/${NAME}/verify`]: [202, reading],
		},
	)
	server.answer('GET /api/host/backups', [
		200,
		aList({ backups: [aBackup({ verifiedAt: null, problem: `${NAME} is damaged (row 7). It was left as it is.` })] }),
	])

	await user.click(screen.getByRole('button', { name: /^Verify the backup of / }))

	await waitFor(() => expect(receipts().map(stampOf)).toEqual(['Reading']))
	await waitFor(() => expect(receipts().map(stampOf)).toEqual(['Damaged']))
	expect(screen.getByText(`${NAME} is damaged (row 7). It was left as it is.`)).toBeTruthy()
})

test('before a download one reads what is in the file; then the browser follows a link to that very one', async () => {
	const followed: string[] = []
	const noteLink = (event: MouseEvent) => {
		const link = event.target as HTMLAnchorElement
		if (link.tagName === 'A') followed.push(link.getAttribute('href') ?? '')
	}
	const click = HTMLAnchorElement.prototype.click
	HTMLAnchorElement.prototype.click = function () {
		noteLink({ target: this } as unknown as MouseEvent)
	}
	try {
		await open()
		const button = screen.getByRole('button', { name: /^Download the backup of / })
		await user.click(button)
		const dialog = await screen.findByRole('dialog', { name: 'Take everything along?' })
		expect(followed).toEqual([])

		await user.click(within(dialog).getByRole('button', { name: 'Download' }))

		await waitFor(() => expect(followed).toEqual([`/api/host/backups/${NAME}/file`]))
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
		expect(document.activeElement).toBe(button)
	} finally {
		HTMLAnchorElement.prototype.click = click
	}
})

test('the way back is told with the commands as they are typed here, for the newest good backup', async () => {
	await open({ backups: [aBackup({ name: NAME.replace('20T', '21T'), isWhole: false }), aBackup()] })

	expect(screen.getByText('backseat backup list --data-dir /srv/rides')).toBeTruthy()
	expect(screen.getByText(`backseat backup restore ${NAME} --data-dir /srv/rides`)).toBeTruthy()
})

test('under the desktop app it is told without a terminal', async () => {
	await open({
		restoring: { isDesktop: true, folder: '/home/jo/data/backups', dataFolder: '/home/jo/data', settings: '' },
	})

	expect(screen.getByText('Quit Backseat.')).toBeTruthy()
	expect(screen.getByText('/home/jo/data')).toBeTruthy()
	expect(screen.queryByText(/backseat backup/)).toBeNull()
})

test('a folder that cannot be read is told in the server’s words, and asked for again', async () => {
	const cannotRead = problem(503, 'The folder of the backups cannot be read (EACCES).')
	const answers = { 'GET /api/host/backups': cannotRead }
	const server = await openScreen(<HostBackupsScreen />, '/host/backups', answers, { member: me })
	expect(await screen.findByText('The folder of the backups cannot be read (EACCES).')).toBeTruthy()

	server.answer('GET /api/host/backups', [200, aList()])
	await user.click(screen.getByRole('button', { name: 'Try again' }))

	expect(await screen.findByText(NAME)).toBeTruthy()
})

test('of many backups the older ones are folded away, and one that is damaged among them is told', async () => {
	const names = Array.from({ length: 7 }, (_, nth) => NAME.replace('20T', `${20 - nth}T`))
	await open({ backups: names.map((name, nth) => aBackup({ name, at: ago(nth * 24), isWhole: nth !== 5 })) })

	const folded = screen.getByText('3 older ones, 1 of them damaged')
	expect(within(folded.parentElement as HTMLElement).getAllByRole('article', { hidden: true })).toHaveLength(3)
	expect(screen.getAllByRole('article', { hidden: true })).toHaveLength(7)
})

test('one that was made by hand can be removed, after a question; the daily one cannot', async () => {
	const byHand = aBackup({ name: NAME.replace('daily', 'manual'), kind: 'manual', at: ago(1) })
	const REMOVE = `DELETE /api/host/backups/${byHand.name}` as const
	const server = await open({ backups: [byHand, aBackup()] }, { [REMOVE]: [200, aList()] })
	const [button, ...others] = screen.getAllByRole('button', { name: /^Remove the backup of / })
	expect(others).toEqual([])
	if (button) await user.click(button)
	const dialog = within(await screen.findByRole('dialog'))
	server.answer('GET /api/host/backups', [200, aList()])

	await user.click(dialog.getByRole('button', { name: 'Remove it' }))

	await waitFor(() => expect(receipts()).toHaveLength(1))
	// The focused button was removed with its receipt.
	await waitFor(() =>
		expect(document.activeElement).toBe(screen.getByRole('region', { name: 'The backups there are' })),
	)
})
