import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { PRAISE } from '#contract/praise.ts'
import { type Answers, aMember, deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { type Addressee, receiptToChat } from './addressees.ts'
import { cardOf } from './card-to-send.ts'
import { SendButton } from './send-button.tsx'
import { SendList } from './send-sheet.tsx'

afterEach(() => {
	Object.assign(navigator, { share: undefined })
})

const elke = aMember({ id: 7, username: 'grandma.elke', display_name: 'Grandma Elke' })
const SEND = 'POST /api/sent'
const PAGE = { id: 'abcdefghijklmnopqrstuv', path: '/r/abcdefghijklmnopqrstuv' }
const LINK = `http://backseat.test${PAGE.path}`
const receipt = receiptToChat(elke, 12, { pool: 'TENSE', place: 3 })
const claimLink: Addressee = {
	label: 'To Grandma Elke: the claim link',
	title: 'Grandma Elke on Backseat',
	text: 'Your receipts wait:',
	link: { path: '/claim/abc' },
}
const made: Answers = { [SEND]: [201, PAGE] }

function shareSheet(share: (what: ShareData) => Promise<void> = async () => undefined) {
	const opened = mock(share)
	Object.assign(navigator, { share: opened })
	return opened
}
const openButton = (answers: Answers = made) =>
	openScreen(<SendButton label="Send my receipt" to={[receipt]} />, '/rating/7', answers)
const sendButton = () => screen.findByRole('button', { name: 'Send my receipt' })
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Send my receipt' }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('with a share sheet one tap sends my receipt as a page, and a second one sends the same page [spec 12.6] [spec 12.7] [spec 15.11]', async () => {
	const share = shareSheet()
	const server = await openButton()
	expect(server.calls()).not.toContain(SEND)

	fireEvent.click(await sendButton())
	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	fireEvent.click(await sendButton())
	await waitFor(() => expect(share).toHaveBeenCalledTimes(2))

	expect(share.mock.calls[1]?.[0]).toEqual({
		title: 'My receipt for Grandma Elke',
		text: 'I rode with Grandma Elke. My receipt:',
		url: LINK,
	})
	expect(server.bodiesOf(SEND)).toEqual([{ kind: 'receipt', ratingId: 12, pool: 'TENSE', place: 3 }])
	expect(screen.queryByRole('dialog')).toBeNull()
})

test('without one the sheet says in plain words what goes where, and offers WhatsApp, copy, SMS and a QR code [spec 11.4] [spec 12.7] [spec 15.11]', async () => {
	const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
	const server = await openButton()

	fireEvent.click(await sendButton())

	const shown = await sheet()
	expect(shown.getByText('To the chat: my receipt')).toBeTruthy()
	expect(shown.getByText('This shows that it was you.')).toBeTruthy()
	const whatsApp = await shown.findByRole('link', { name: 'WhatsApp' })
	expect(new URL(whatsApp.getAttribute('href') ?? '').searchParams.get('text')).toBe(`${receipt.text} ${LINK}`)
	expect(shown.getByRole('link', { name: 'SMS' }).getAttribute('href')).toContain(encodeURIComponent(LINK))
	fireEvent.click(shown.getByRole('button', { name: 'Copy link' }))
	await waitFor(() => expect(copied.mock.calls).toEqual([[LINK]]))
	expect(shown.getByRole('img', { name: 'QR code of my receipt' })).toBeTruthy()
	expect(server.calls().filter((call) => call === SEND)).toHaveLength(1)
})

test('of several addressees each is one tap with a share sheet, and a page is made only for the one tapped [spec 11.5] [spec 15.11]', async () => {
	const share = shareSheet()
	const server = await openScreen(<SendList to={[claimLink, receipt, cardOf(elke)]} />, '/share-ghost/7', made)
	const labels = ['To Grandma Elke: the claim link', 'To the chat: my receipt', "Grandma Elke's card"]
	expect(screen.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual(labels)

	press('To Grandma Elke: the claim link')
	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	expect(share.mock.calls[0]?.[0].url).toBe('http://backseat.test/claim/abc')
	expect(server.calls()).not.toContain(SEND)
	press("Grandma Elke's card")
	await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
	const card = share.mock.calls[1]?.[0]
	expect(card?.url).toBe('http://backseat.test/infographic/7')
	expect(PRAISE).toContain(card?.text ?? '')
})

test('without a share sheet one addressee at a time shows how to reach it', async () => {
	const server = await openScreen(<SendList to={[claimLink, receipt]} />, '/share-ghost/7', made)
	const expanded = () =>
		screen.queryAllByRole('button', { expanded: true }).map(({ textContent }) => textContent?.trim())
	expect(expanded()).toEqual([])
	press('To Grandma Elke: the claim link')
	expect(expanded()).toEqual(['To Grandma Elke: the claim link'])
	expect(await screen.findAllByRole('button', { name: 'Copy link' })).toHaveLength(1)
	expect(server.calls()).not.toContain(SEND)

	press('To the chat: my receipt')

	expect(expanded()).toEqual(['To the chat: my receipt'])
	await waitFor(() => expect(server.calls()).toContain(SEND))
	expect(await screen.findAllByRole('button', { name: 'Copy link' })).toHaveLength(1)
})

test.each([
	['the day’s pages are used up', problem(429, 'You have sent enough for a day.'), 'You have sent enough for a day.'],
	['there is no network', deadNetwork, 'The server does not answer.'],
] as const)('when %s the words say so, and it can be tried again', async (_, answer, words) => {
	const server = await openButton({ [SEND]: answer })

	fireEvent.click(await sendButton())

	const shown = await sheet()
	expect((await shown.findByRole('alert')).textContent).toContain(words)
	expect(shown.queryByRole('button', { name: 'Copy link' })).toBeNull()
	server.answer(SEND, [201, PAGE])
	fireEvent.click(shown.getByRole('button', { name: 'Try again' }))
	expect(await shown.findByRole('button', { name: 'Copy link' })).toBeTruthy()
})

test('with a share sheet a failure is a toast, closing it is an answer, and a refusal leaves the link on the clipboard', async () => {
	const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
	const share = shareSheet(() => Promise.reject(new DOMException('closed', 'AbortError')))
	const server = await openButton({ [SEND]: deadNetwork })

	fireEvent.click(await sendButton())
	expect(await screen.findByText('Not sent')).toBeTruthy()
	server.answer(SEND, [201, PAGE])
	fireEvent.click(await sendButton())
	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	expect(copied).not.toHaveBeenCalled()
	share.mockImplementation(() => Promise.reject(new DOMException('late', 'NotAllowedError')))
	await waitFor(async () => expect((await sendButton()).dataset.pending).toBeUndefined())
	fireEvent.click(await sendButton())
	expect(await screen.findByText('Link copied')).toBeTruthy()
	expect(copied.mock.calls).toEqual([[`${receipt.text} ${LINK}`]])
})
