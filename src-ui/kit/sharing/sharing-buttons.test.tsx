import { expect, mock, spyOn, test } from 'bun:test'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { SharingButtons } from './sharing-buttons.tsx'

const LINK = 'http://backseat.test/claim/abc'
const what = { title: 'Uncle Bob on Backseat', text: 'Your receipts & ratings wait:', url: LINK }
const MESSAGE = `${what.text} ${LINK}`

const open = (props: Partial<Parameters<typeof SharingButtons>[0]> = {}) =>
	openScreen(<SharingButtons what={what} {...props} />, '/', {})
const buttons = () => [...document.querySelectorAll('main button, main a, body > div button, body > div a')]
const names = () => [...new Set(buttons().map((button) => button.textContent?.trim()))]

test('without a share sheet a link goes out by copy, WhatsApp, SMS and QR code, and each carries it whole [spec 11.4] [spec 12.7]', async () => {
	const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
	const onShared = mock((_: string) => undefined)
	await open({ codeTitle: 'The seat of Uncle Bob', onShared })

	expect(names()).toEqual(['Copy link', 'WhatsApp', 'SMS', 'Show QR code'])
	fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
	await waitFor(() => expect(copied.mock.calls).toEqual([[LINK]]))
	const whatsApp = screen.getByRole('link', { name: 'WhatsApp' })
	expect(new URL(whatsApp.getAttribute('href') ?? '').searchParams.get('text')).toBe(MESSAGE)
	const sms = screen.getByRole('link', { name: 'SMS' })
	expect(decodeURIComponent(sms.getAttribute('href') ?? '')).toBe(`sms:?&body=${MESSAGE}`)
	for (const link of [whatsApp, sms]) {
		// Prevents navigation.
		link.addEventListener('click', (event) => event.preventDefault())
		fireEvent.click(link)
	}
	fireEvent.click(screen.getByRole('button', { name: 'Show QR code' }))
	expect((await screen.findByRole('dialog', { name: 'The seat of Uncle Bob' })).textContent).toContain(LINK)
	expect(onShared.mock.calls).toEqual([['copy'], ['whatsapp'], ['sms']])
})

test('a share sheet replaces WhatsApp and SMS, and there is no button that the screen has larger already [spec 15.11]', async () => {
	const share = mock(async (_: ShareData) => undefined)
	const onShared = mock((_: string) => undefined)
	Object.assign(navigator, { share })
	await open({ onShared })
	expect(names()).toEqual(['Copy link', 'Share'])
	fireEvent.click(screen.getByRole('button', { name: 'Share' }))
	await waitFor(() => expect(share.mock.calls).toEqual([[what]]))
	await waitFor(() => expect(onShared.mock.calls).toEqual([['native']]))
	cleanup()

	await open({ shareLabel: false })
	expect(names()).toEqual(['Copy link'])
})

test('a sheet that was closed or failed is not counted as shared; when it failed the link is on the clipboard', async () => {
	const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
	const onShared = mock((_: string) => undefined)
	const share = mock(() => Promise.reject(new DOMException('closed', 'AbortError')))
	Object.assign(navigator, { share })
	await open({ onShared })
	fireEvent.click(screen.getByRole('button', { name: 'Share' }))
	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	share.mockImplementation(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
	await waitFor(() => expect(screen.getByRole('button', { name: 'Share' }).dataset.pending).toBeUndefined())
	fireEvent.click(screen.getByRole('button', { name: 'Share' }))

	expect(await screen.findByText('Link copied')).toBeTruthy()
	expect(copied.mock.calls).toEqual([[MESSAGE]])
	expect(onShared).not.toHaveBeenCalled()
})
