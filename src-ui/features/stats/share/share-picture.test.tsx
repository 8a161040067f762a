import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { PRAISE } from '#contract/praise.ts'
import { type Answers, aMember, deadNetwork, type FakeAnswer, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { ShareCardPicture } from './share-picture.tsx'

const device = { share: undefined, canShare: undefined, ClipboardItem: globalThis.ClipboardItem }

afterEach(() => {
	Object.assign(globalThis, { ClipboardItem: device.ClipboardItem })
})

const elke = aMember({ id: 7, username: 'grandma.elke', display_name: 'Grandma Elke?' })
const CARD = 'http://backseat.test/infographic/7'
const ASK = 'GET /api/drivers/7/pictures'
const DRAW = 'GET /previews/story.png'
const pictures: Record<string, FakeAnswer> = {
	[ASK]: [200, { preview: '/previews/preview.png', story: '/previews/story.png' }],
	[DRAW]: [200, 'a picture'],
}

/** A device with a share sheet that accepts pictures; `share` decides the outcome. */
function shareSheet(share: (what: ShareData) => Promise<void> = async () => undefined) {
	const opened = mock(share)
	Object.assign(navigator, { share: opened, canShare: ({ files = [] }: ShareData) => files.length > 0 })
	return opened
}
const open = (answers: Answers = pictures, isLinkEnough = false) =>
	openScreen(<ShareCardPicture driver={elke} isLinkEnough={isLinkEnough} />, '/infographic/7', answers)
const shareButton = () => screen.findByRole('button', { name: 'Share the picture' })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Share the picture' }))

test("the share sheet gets the picture of the driver's card, one praise, and the card's address [spec 11.5]", async () => {
	const share = shareSheet()
	await open()

	fireEvent.click(await shareButton())

	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	const { files, title, text, url } = share.mock.calls[0]?.[0] ?? {}
	expect(files?.map(({ name, type }) => [name, type])).toEqual([['backseat-grandma-elke.png', 'image/png']])
	expect(await files?.[0]?.text()).toContain('a picture')
	expect([title, url]).toEqual(['Grandma Elke? on Backseat', CARD])
	expect(PRAISE).toContain(text ?? '')
	expect(screen.queryByRole('dialog')).toBeNull()
})

test('the picture is asked for while the finger is still down, once', async () => {
	const share = shareSheet()
	const server = await open()
	const button = await shareButton()

	fireEvent.pointerDown(button, { button: 0, pointerType: 'touch', pointerId: 1 })
	await waitFor(() => expect(server.calls()).toContain(DRAW))
	expect(share).not.toHaveBeenCalled()
	fireEvent.click(button)

	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	expect(server.calls().filter((call) => call === DRAW || call === ASK)).toEqual([ASK, DRAW])
})

test('when the picture came too late for the tap, one more tap shares it [spec 11.5]', async () => {
	let taps = 0
	const share = shareSheet(async () => {
		if (++taps === 1) throw new DOMException('Must be handling a user gesture', 'NotAllowedError')
	})
	await open()

	fireEvent.click(await shareButton())
	const again = await (await dialog()).findByRole('button', { name: 'Share the picture' })
	fireEvent.click(again)

	await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
	expect(share.mock.calls[1]?.[0].files).toHaveLength(1)
})

test('while the picture takes its time the dialog says so, and has the link meanwhile', async () => {
	const drawn = Promise.withResolvers<FakeAnswer>()
	const share = shareSheet()
	await openScreen(<ShareCardPicture driver={elke} patience={1} />, '/infographic/7', {
		...pictures,
		[DRAW]: () => drawn.promise,
	})

	fireEvent.click(await shareButton())

	const shown = await dialog()
	expect(shown.getByText('Drawing the picture…').getAttribute('role')).toBe('status')
	expect(await shown.findByRole('button', { name: 'Copy link' })).toBeTruthy()
	drawn.resolve([200, 'a picture'])
	await shown.findByRole('img', { name: 'The card of Grandma Elke?' })
	fireEvent.click(shown.getByRole('button', { name: 'Share the picture' }))
	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
})

test('closing the share sheet is an answer: nothing else opens', async () => {
	const share = shareSheet(() => Promise.reject(new DOMException('closed', 'AbortError')))
	await open()

	fireEvent.click(await shareButton())

	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	await waitFor(() => expect(screen.getByRole('button', { name: 'Share the picture' }).dataset.pending).toBeUndefined())
	expect(screen.queryByRole('dialog')).toBeNull()
})

test('without a share sheet for pictures it can be looked at, downloaded, copied; and the link, as text and as a code [spec 11.5] [spec 12.7]', async () => {
	const written: { types: readonly string[] }[] = []
	Object.assign(globalThis, {
		ClipboardItem: class {
			types: string[]
			constructor(items: object) {
				this.types = Object.keys(items)
			}
		},
	})
	Object.assign(navigator.clipboard, { write: async (items: { types: string[] }[]) => written.push(...items) })
	const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
	await open()

	fireEvent.click(await shareButton())

	const shown = await dialog()
	expect((await shown.findByRole('img', { name: 'The card of Grandma Elke?' })).getAttribute('src')).toStartWith(
		'blob:',
	)
	const download = shown.getByRole('link', { name: 'Download the picture' })
	expect(download.getAttribute('href')).toStartWith('blob:')
	expect(download.getAttribute('download')).toBe('backseat-grandma-elke.png')
	fireEvent.click(shown.getByRole('button', { name: 'Copy the picture' }))
	await waitFor(() => expect(written.map(({ types }) => types)).toEqual([['image/png']]))
	expect((await shown.findByText('The picture is on the clipboard')).getAttribute('role')).toBe('status')
	fireEvent.click(shown.getByRole('button', { name: 'Copy link' }))
	await waitFor(() => expect(copied).toHaveBeenCalledTimes(1))
	expect(PRAISE.map((praise) => `${praise} ${CARD}`)).toContain(copied.mock.calls[0]?.[0] ?? '')
	for (const way of ['WhatsApp', 'SMS'])
		expect(shown.getByRole('link', { name: way }).getAttribute('href')).toContain(encodeURIComponent(CARD))
	fireEvent.click(shown.getByRole('button', { name: 'Show QR code' }))
	expect(shown.getByRole('img', { name: 'QR code of the card' })).toBeTruthy()
	expect(shown.queryByRole('button', { name: 'Share the picture' })).toBeNull()
})

test('on plain http, where browsers have no clipboard for pictures, there is no button that could only fail', async () => {
	Object.assign(globalThis, { ClipboardItem: undefined })
	await open()

	fireEvent.click(await shareButton())

	const shown = await dialog()
	expect(await shown.findByRole('link', { name: 'Download the picture' })).toBeTruthy()
	expect(shown.queryByRole('button', { name: 'Copy the picture' })).toBeNull()
	expect(shown.getByRole('button', { name: 'Copy link' })).toBeTruthy()
})

test.each([
	['too many were asked for', problem(429, 'Too many requests. Please try again in 7 seconds.'), 'in 7 seconds'],
	['too many are being drawn', problem(503, 'The painters are busy.'), 'The painters are busy.'],
	['there is no network', deadNetwork, 'The server does not answer.'],
])(
	'when %s the link is there all the same, and the picture can be asked for again [spec 11.5]',
	async (_, answer, words) => {
		shareSheet()
		const server = await open({ ...pictures, [DRAW]: answer })

		fireEvent.click(await shareButton())

		const shown = await dialog()
		expect((await shown.findByRole('alert')).textContent).toContain(words)
		expect(server.calls().filter((call) => call === DRAW)).toHaveLength(1)
		expect(shown.getByRole('button', { name: 'Copy link' })).toBeTruthy()
		expect(shown.queryByRole('link', { name: 'Download the picture' })).toBeNull()
		server.answer(DRAW, [200, 'a picture'])
		fireEvent.click(shown.getByRole('button', { name: 'Try again' }))
		expect(await shown.findByRole('img', { name: 'The card of Grandma Elke?' })).toBeTruthy()
	},
)

test('a share sheet that takes no pictures gets the link where that is enough, and is in the dialog elsewhere', async () => {
	const share = mock(async (_: ShareData) => undefined)
	Object.assign(navigator, { share })
	await open(pictures, true)
	fireEvent.click(await shareButton())
	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	expect(share.mock.calls[0]?.[0]).toMatchObject({ url: CARD })
	expect(screen.queryByRole('dialog')).toBeNull()
	cleanup()

	await open()
	fireEvent.click(await shareButton())
	fireEvent.click(await (await dialog()).findByRole('button', { name: 'Share the link' }))
	await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
})
