import { expect, spyOn, test } from 'bun:test'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OwnUser } from '#contract/accounts.ts'
import { aClaimLookup, aMember, fakeServer } from '#ui/testing/fake-server.ts'
import { openedAt } from '#ui/testing/page-address.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ClaimScreen } from './claim-screen.tsx'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const THE_APP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Electron/45.3.4 Safari/537.36'

const waiting = {
	[`GET /api/ghost-drivers/claim/${TOKEN}`]: [200, aClaimLookup()] as const,
}

type Device = { userAgent?: string; hasFinePointer?: boolean; origin?: string }

/** Opens the claim link, by default on a computer over https. */
async function openLinkOn(device: Device = {}, member?: OwnUser) {
	const { userAgent = FIREFOX, hasFinePointer = true, origin = 'https://rides.example.org' } = device
	openedAt(`${origin}/claim/${TOKEN}`)
	Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
	const matchMedia = window.matchMedia.bind(window)
	spyOn(window, 'matchMedia').mockImplementation((query) =>
		query === '(pointer: fine)' ? ({ matches: hasFinePointer } as MediaQueryList) : matchMedia(query),
	)
	await renderScreen(<ClaimScreen token={TOKEN} />, `/claim/${TOKEN}`, { member })
}

const appLink = () => screen.queryByRole('link', { name: 'Open in the desktop app' })

test('on a computer, over https, a claim can go on in the desktop app [spec 7.28]', async () => {
	fakeServer(waiting)
	await openLinkOn()

	expect(appLink()?.getAttribute('href')).toBe(`backseat://claim/${TOKEN}?server=https%3A%2F%2Frides.example.org%2F`)
	expect(appLink()?.getAttribute('rel')).toBe('noreferrer')
	expect(screen.getByText('Works if Backseat is installed on this computer.')).toBeTruthy()
})

test('who has no such app finds the page as it was, and the link is sent nowhere', async () => {
	const server = fakeServer(waiting)
	await openLinkOn()
	const user = userEvent.setup()
	await user.type(screen.getByLabelText('Username'), '.jr')

	const link = appLink()
	if (link) await user.click(link)
	// The tracker sends events after two seconds.
	await act(() => Bun.sleep(2500))

	expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('uncle.bob.jr')
	const events = JSON.stringify(server.bodiesOf('POST /api/events'))
	expect(events).toContain('ghost_claim_link_viewed')
	expect(events).not.toContain(TOKEN)
})

test('a member is offered the same', async () => {
	fakeServer({ ...waiting, 'GET /api/user': [200, aMember()] })
	await openLinkOn({}, aMember())

	expect(screen.getByRole('button', { name: 'Claim these ratings' })).toBeTruthy()
	expect(appLink()).toBeTruthy()
})

test.each<[string, Device]>([
	['over plain http', { origin: 'http://192.168.1.5:7433' }],
	['with a finger only', { hasFinePointer: false }],
	['on a phone, even with a mouse', { userAgent: IPHONE }],
	['in the desktop app itself', { userAgent: THE_APP }],
])('%s there is no talk of the desktop app [spec 7.28]', async (_where, device) => {
	fakeServer(waiting)
	await openLinkOn(device)

	expect(screen.getByRole('button', { name: 'Show Me the Receipts' })).toBeTruthy()
	expect(appLink()).toBeNull()
	expect(document.body.textContent).not.toContain('installed')
})
