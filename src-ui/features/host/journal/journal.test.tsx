import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { JOURNAL_ACTS, type JournalAct, type JournalLine } from '#contract/host/journal.ts'
import { type Answers, aMember, deadNetwork } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { Journal } from './journal.tsx'

const user = userEvent.setup()
const me = aMember({ isHost: true })
const NEWEST = 'GET /api/host/journal'

const aLine = (line: Partial<JournalLine> & { id: number }): JournalLine => ({
	at: new Date().toISOString(),
	by: 'host',
	actor: 'jonas',
	act: 'host_made',
	subject: 'mia',
	other: null,
	detail: null,
	...line,
})
const aPage = (lines: JournalLine[], hasMore = false) => [200, { lines, hasMore }] as const

const opened = (answers: Answers) => openScreen(<Journal />, '/host', answers, { member: me })
const written = () => screen.getAllByRole('listitem').map((line) => line.querySelector('p')?.textContent)

const SENTENCES: Record<JournalAct, string> = {
	set_up: 'jonas set this Backseat up and took the wheel.',
	account_created: 'jonas made an account for mia.',
	account_renamed: 'jonas renamed mia to Bob.',
	account_removed: 'jonas removed the account of mia.',
	reset_link_made: 'jonas made a reset link for mia.',
	reset_link_used: 'jonas made the reset link that has been used for mia.',
	signed_out_everywhere: 'jonas signed mia out everywhere.',
	host_made: 'jonas made mia host.',
	host_unmade: 'jonas took the wheel from mia, who is no longer host.',
	ghost_renamed: 'jonas renamed the ghost mia to Bob.',
	ghost_link_made: 'jonas made a new claim link for mia.',
	ghost_deleted: 'jonas deleted the ghost mia and its ratings.',
	claim_undone: 'jonas undid the claim of mia by Bob.',
	setup_link_made: 'jonas made a set-up link.',
	invitation_made: 'jonas made invitation 7.',
	invitation_revoked: 'jonas revoked invitation 7.',
	backup_made: 'jonas made the backup 7.',
	backup_verified: 'jonas checked the backup 7.',
	backup_downloaded: 'jonas downloaded the backup 7.',
	backup_removed: 'jonas removed the backup 7.',
	backup_restored: 'jonas restored the backup 7.',
	data_exported: 'jonas exported the data of mia.',
	verdicts_imported: 'jonas imported verdicts that mia gave elsewhere: 7.',
	rating_removed: 'jonas removed a reported rating of mia.',
	light_accepted: "jonas called the light '7' fine for 30 days.",
	bell_rung: 'jonas rang the bell, to see whether alerts arrive.',
	rating_kept: 'jonas let a reported rating of mia stand.',
}

test('the five newest lines are there, and the rest on demand, with the focus on its first; every act is a sentence [spec 15.44]', async () => {
	const lines = JOURNAL_ACTS.map((act, place) => aLine({ id: 99 - place, act, other: 'Bob', detail: '7' }))
	await opened({ [NEWEST]: aPage(lines) })
	await screen.findByText('Today')
	expect(written()).toHaveLength(5)

	await user.click(screen.getByRole('button', { name: 'Show more' }))

	await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('listitem')[5] as HTMLElement))
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()

	expect(written()).toEqual(JOURNAL_ACTS.map((act) => SENTENCES[act]))
})

test('who left has no name any more, and the terminal never had one', async () => {
	const gone = { actor: null, subject: null }
	await opened({
		[NEWEST]: aPage([
			aLine({ id: 6, act: 'host_made', ...gone }),
			aLine({ id: 5, act: 'claim_undone', subject: 'Uncle Bob', other: null }),
			aLine({ id: 4, act: 'account_removed', ...gone, by: 'terminal' }),
			aLine({ id: 3, act: 'ghost_deleted', subject: null }),
			aLine({ id: 2, act: 'data_exported', ...gone, by: 'terminal' }),
		]),
	})

	await screen.findByText('Today')

	expect(written()).toEqual([
		'Somebody who left made somebody who left host.',
		'jonas undid the claim of Uncle Bob by somebody who left.',
		'The terminal removed an account. Its name left with it.',
		'jonas deleted a ghost and its ratings. The name left with them.',
		'The terminal exported data.',
	])
})

test('what a host decided about their own driving is said to be that', async () => {
	const own = { subject: 'jonas', detail: 'own' }
	await opened({
		[NEWEST]: aPage([aLine({ id: 2, act: 'rating_removed', ...own }), aLine({ id: 1, act: 'rating_kept', ...own })]),
	})

	await screen.findByText('Today')

	expect(written()).toEqual([
		'jonas removed a reported rating of their own driving.',
		'jonas let a reported rating of their own driving stand.',
	])
})

test('the days are told apart, and each line has its time', async () => {
	const daysAgo = (days: number) => {
		const day = new Date()
		day.setDate(day.getDate() - days)
		day.setHours(14, 5, 0, 0)
		return day.toISOString()
	}
	await opened({
		[NEWEST]: aPage([
			aLine({ id: 5, at: daysAgo(1) }),
			aLine({ id: 4, at: daysAgo(1), act: 'host_unmade' }),
			aLine({ id: 3, at: '2025-03-04T12:05:00.000Z' }),
		]),
	})

	const yesterday = await screen.findByRole('region', { name: 'Yesterday' })

	expect(within(yesterday).getAllByRole('listitem')).toHaveLength(2)
	expect(within(yesterday).getAllByText(/^(2:05|14:05)/)).toHaveLength(2)
	expect(screen.getByRole('region', { name: /2025/ })).toBeTruthy()
})

test('older lines come a page at a time, and the focus goes to the first of them', async () => {
	await opened({
		[NEWEST]: aPage(
			[52, 51].map((id) => aLine({ id })),
			true,
		),
		[`${NEWEST}?before=51`]: aPage([aLine({ id: 50, act: 'host_unmade' }), aLine({ id: 49 })]),
	})

	await user.click(await screen.findByRole('button', { name: 'Show more' }))

	const first = (await screen.findByText(/took the wheel from/)).closest('li')
	await waitFor(() => expect(document.activeElement).toBe(first))
	expect(written()).toHaveLength(4)
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('when older lines do not arrive, those on the screen stay, and one can ask again', async () => {
	const server = await opened({
		[NEWEST]: aPage([aLine({ id: 51 })], true),
		[`${NEWEST}?before=51`]: deadNetwork,
	})

	await user.click(await screen.findByRole('button', { name: 'Show more' }))

	expect(await screen.findByText('That did not arrive. Please try again.')).toBeTruthy()
	expect(written()).toHaveLength(1)
	server.answer(`${NEWEST}?before=51`, aPage([aLine({ id: 50 })]))
	await user.click(screen.getByRole('button', { name: 'Show more' }))
	await waitFor(() => expect(written()).toHaveLength(2))
	expect(screen.queryByText('That did not arrive. Please try again.')).toBeNull()
})

test('a journal without a line says what will be in it', async () => {
	await opened({ [NEWEST]: aPage([]) })

	expect(await screen.findByRole('heading', { name: 'A clean logbook' })).toBeTruthy()
})

test('a journal that does not arrive can be asked for again', async () => {
	const server = await opened({ [NEWEST]: deadNetwork })

	expect(await screen.findByText('The journal is stuck in traffic')).toBeTruthy()
	server.answer(NEWEST, aPage([aLine({ id: 1 })]))
	await user.click(screen.getByRole('button', { name: 'Try again' }))

	expect(await screen.findByText('Today')).toBeTruthy()
})
