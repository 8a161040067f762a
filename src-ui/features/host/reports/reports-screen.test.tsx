import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReportedRating } from '#contract/host/reports.ts'
import { aReport } from '#ui/features/host/testing/host-rows.ts'
import { type Answers, aMember, deadNetwork, type FakeAnswer, refusal } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HostReportsScreen } from './reports-screen.tsx'

const user = userEvent.setup()
const me = aMember({ isHost: true })
const LIST = 'GET /api/host/reports'
const [KEEP, REMOVE] = ['POST /api/host/reports/11/keep', 'POST /api/host/reports/11/remove']

const other = aReport({
	id: 12,
	driver: { id: 103, username: 'mum', display_name: null, avatarId: 1 },
	reason: 'mistake',
})
const page = (...reports: ReportedRating[]): FakeAnswer => [200, { reports, next: null }]

const open = (answers: Answers) => openScreen(<HostReportsScreen />, '/host/reports', answers, { member: me })
const receiptOf = (name: string) => screen.findByRole('article', { name }).then(within)

test('a host reads of whom, what, why (also a reason that is not offered any more) and when to the day', async () => {
	await open({ [LIST]: page(aReport(), other) })

	const receipt = await receiptOf('Uncle Bob')
	expect(receipt.getByRole('img', { name: '1 star out of 5' })).toBeTruthy()
	expect([...document.querySelectorAll('article dl')].map((list) => list.textContent)[0]).toMatch(
		/^Ride qualityBumpySafety feelingSafeVibe qualityOff.*RatedNov 2, 2026$/,
	)
	expect(receipt.getByText('Harassment')).toBeTruthy()
	expect(receipt.getByText('says the driver, Nov 3, 2026')).toBeTruthy()
	expect((await receiptOf('mum')).getByText('A mistake')).toBeTruthy()
	expect(screen.getByRole('heading', { level: 2, name: 'Waiting for you' })).toBeTruthy()
})

test('keeping moves it to what is done with; what waits still is read from its heading', async () => {
	const server = await open({ [LIST]: page(aReport(), other), [KEEP]: [200, aReport({ status: 'kept' })] })

	await user.click((await receiptOf('Uncle Bob')).getByRole('button', { name: 'Keep it' }))

	expect(await screen.findByText('The rating stays, and Uncle Bob can read that.')).toBeTruthy()
	expect(screen.queryByRole('article', { name: 'Uncle Bob' })).toBeNull()
	const done = within(screen.getByRole('region', { name: 'Done with' }))
	expect(done.getByRole('listitem').textContent).toContain('Harassment, about Nov 2, 2026')
	expect(done.getByRole('listitem').textContent).toContain('Kept')
	expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Waiting for you' }))
	expect(server.bodiesOf(KEEP)).toEqual([undefined])
})

test('a removed rating moves to what is done with, and the focus follows', async () => {
	await open({
		[LIST]: page(aReport()),
		[REMOVE]: [200, aReport({ status: 'removed', rating: null })],
	})
	await user.click((await receiptOf('Uncle Bob')).getByRole('button', { name: 'Remove the rating' }))
	const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this rating?' }))
	await user.click(dialog.getByRole('button', { name: 'Remove it' }))

	expect(await screen.findByText('Nothing waits for you')).toBeTruthy()
	const done = within(screen.getByRole('region', { name: 'Done with' }))
	expect(done.getByRole('listitem').textContent).toContain('The rating is gone.')
	await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'Remove this rating?' })).toBeNull())
	expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Nothing waits for you' }))
})

test('without an answer nothing is decided, which is said where it was tried', async () => {
	await open({ [LIST]: page(aReport()), [KEEP]: deadNetwork })
	const receipt = await receiptOf('Uncle Bob')

	await user.click(receipt.getByRole('button', { name: 'Keep it' }))
	expect((await receipt.findByRole('alert')).textContent).toBe('Nothing is decided yet. Please try again.')
})

test('what its rater changed meanwhile is over, and the host reads why nothing was done', async () => {
	const why = 'This rating is gone, or says something else now. There is nothing left to decide.'
	const server = await open({ [LIST]: page(aReport()), [KEEP]: refusal(409, 'not_open', why) })
	const receipt = await receiptOf('Uncle Bob')
	server.answer(LIST, page(aReport({ status: 'withdrawn', rating: null })))

	await user.click(receipt.getByRole('button', { name: 'Keep it' }))

	expect(await screen.findByText(why)).toBeTruthy()
	const done = within(await screen.findByRole('region', { name: 'Done with' }))
	expect(done.getByRole('listitem').textContent).toContain('The rating is not what it was.')
})

const ofMe = { driver: { id: me.id, username: 'jonas', display_name: null, avatarId: 5 } }

test('a host who is the driver decides where there is no other, and reads what the journal says then', async () => {
	await open({ [LIST]: page(aReport(ofMe)) })

	const receipt = await receiptOf('jonas')
	expect(receipt.getByText(/You may decide; the journal says that it was your own\.$/)).toBeTruthy()
	expect(receipt.getByRole('button', { name: 'Keep it' })).toBeTruthy()
})

test('where there is another host, the one who is the driver has nothing to decide with', async () => {
	await open({ [LIST]: page(aReport({ ...ofMe, isForAnotherHost: true })) })

	const receipt = await receiptOf('jonas')
	expect(receipt.getByText(/^That is you, so another host decides\./)).toBeTruthy()
	expect(receipt.queryByRole('button')).toBeNull()
	expect(screen.getByRole('heading', { level: 2, name: 'Waiting for another host' })).toBeTruthy()
})

test('a host who has become one of two since the list was read is told that it is not theirs to decide', async () => {
	const why = 'This one is about your own driving. Another host decides it.'
	const server = await open({ [LIST]: page(aReport(ofMe)), [KEEP]: refusal(409, 'own_driving', why) })
	const receipt = await receiptOf('jonas')
	server.answer(LIST, page(aReport({ ...ofMe, isForAnotherHost: true })))

	await user.click(receipt.getByRole('button', { name: 'Keep it' }))

	expect((await screen.findAllByText(why)).length).toBeGreaterThan(0)
	expect(await screen.findByText('Not yours to decide')).toBeTruthy()
	await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull())
})

test('where nobody has complained that is said; where nothing arrives it can be tried again', async () => {
	const server = await open({ [LIST]: deadNetwork })
	await screen.findByText('The reports are stuck in traffic')
	server.answer(LIST, page())

	await user.click(screen.getByRole('button', { name: 'Try again' }))

	expect(await screen.findByRole('heading', { name: 'Nobody honks' })).toBeTruthy()
})

test('pages follow each other, and the focus goes to what is new', async () => {
	await open({
		[LIST]: [200, { reports: [aReport()], next: '1-20000-11' }],
		[`${LIST}?before=1-20000-11`]: page(other),
	})
	await receiptOf('Uncle Bob')

	await user.click(screen.getByRole('button', { name: 'Show more' }))

	expect(await receiptOf('mum')).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
	expect(document.activeElement).toBe(screen.getByRole('article', { name: 'mum' }).closest('li'))
})
