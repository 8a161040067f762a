import { expect, mock, spyOn, test } from 'bun:test'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Instance } from '#contract/instance.ts'
import { addressForOthersQuery, isThisMachineOnly } from '#ui/features/instance/address-for-others.tsx'
import { aGivenRating } from '#ui/features/ratings/testing/a-given-rating.ts'
import {
	aClaimLookup,
	aMember,
	anInstance,
	deadNetwork,
	type FakeAnswer,
	fakeServer,
	forgetEverything,
} from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { openedAt } from '#ui/testing/page-address.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ShareGhostScreen } from './share-ghost-screen.tsx'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const LINK = `http://backseat.test/claim/${TOKEN}`
const ASK = 'GET /api/instance'
const ONLY_HERE = 'Only this computer can open this link'
const user = userEvent.setup()

async function openScreenOf(
	ghost: Record<string, unknown>,
	instance?: Instance | typeof deadNetwork,
	app = openedApp(),
) {
	const uncleBob = { ...aMember({ id: 77, username: 'ghost-uncle-bob-x7k2q9', display_name: 'Uncle Bob' }), ...ghost }
	const server = fakeServer({
		'GET /api/users/77': [200, uncleBob],
		...(instance ? { [ASK]: typeof instance === 'function' ? instance : [200, instance] } : {}),
	})
	await renderScreen(<ShareGhostScreen ghostId={77} />, '/share-ghost/77', { app })
	return server
}

const unclaimed = { isGhost: true, ghostClaimToken: TOKEN }

/** Simulates plain http (no clipboard) or a clipboard that rejects. */
function clipboardThat(works: boolean) {
	const written: string[] = []
	spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
		if (!works) throw new DOMException('no', 'NotAllowedError')
		written.push(text)
	})
	if (!works) document.execCommand = mock(() => false)
	return written
}

test("the ghost's circle sees the link, as text, as code, and as ready messages [spec 11.4]", async () => {
	await openScreenOf(unclaimed)

	expect(await screen.findByText(LINK)).toBeTruthy()
	expect(screen.getByRole('img', { name: 'QR code of the claim link for Uncle Bob' })).toBeTruthy()
	const message = encodeURIComponent(
		`Hey Uncle Bob, your driving has been rated on Backseat. The receipts are waiting for you: ${LINK}`,
	)
	expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(`https://wa.me/?text=${message}`)
	expect(screen.getByRole('link', { name: 'SMS' }).getAttribute('href')).toBe(`sms:?&body=${message}`)
	expect(document.title).not.toContain(TOKEN)
})

test('the link of a ghost whom nobody has rated promises no ratings', async () => {
	const server = await openScreenOf(unclaimed)
	server.answer(`GET /api/ghost-drivers/claim/${TOKEN}`, [200, aClaimLookup({ ratingsCount: 0 })])
	cleanup()
	await renderScreen(<ShareGhostScreen ghostId={77} />, '/share-ghost/77')

	expect(await screen.findByRole('heading', { name: 'Hand over the keys' })).toBeTruthy()
	const messageNow = () => decodeURIComponent(screen.getByRole('link', { name: 'SMS' }).getAttribute('href') ?? '')
	await waitFor(() => expect(messageNow()).toContain("a driver's seat is waiting for you"))
	const message = messageNow()
	expect(message).toContain(LINK)
	expect(message).not.toContain('rated')
})

test("'Copy link' says 'Copied!' for two seconds [spec 9.14]", async () => {
	const written = clipboardThat(true)
	const server = await openScreenOf(unclaimed)

	const button = await screen.findByRole('button', { name: 'Copy link' })
	const clickedAt = performance.now()
	await user.click(button)

	expect(await screen.findByRole('button', { name: 'Copied!' })).toBeTruthy()
	expect(written).toEqual([LINK])
	await screen.findByRole('button', { name: 'Copy link' })
	expect(performance.now() - clickedAt).toBeGreaterThan(1900)
	const events = () => JSON.stringify(server.bodiesOf('POST /api/events'))
	await waitFor(() => expect(events()).toContain('copy_link_clicked'))
	expect(events()).not.toContain(TOKEN)
})

test('a browser that refuses to copy gets a message [spec 8.17]', async () => {
	clipboardThat(false)
	await openScreenOf(unclaimed)

	await user.click(await screen.findByRole('button', { name: 'Copy link' }))

	expect(await screen.findByText('Copy failed')).toBeTruthy()
	expect(screen.getByText('Failed to copy the link. Please try again.')).toBeTruthy()
	expect(screen.queryByText('Copied!')).toBeNull()
})

test('where the device can share, one tap does; elsewhere the ways are open from the start', async () => {
	await openScreenOf(unclaimed)
	await screen.findByText(LINK)
	expect(screen.getByText('To Uncle Bob: the claim link')).toBeTruthy()
	expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
	forgetEverything()

	const share = mock(async () => undefined)
	Object.defineProperty(navigator, 'share', { value: share, configurable: true })
	await openScreenOf(unclaimed)
	await user.click(await screen.findByRole('button', { name: 'To Uncle Bob: the claim link' }))

	await waitFor(() => expect(share).toHaveBeenCalled())
	expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: LINK, title: 'Uncle Bob on Backseat' }))
})

test('the page has the contents of the send sheet: claim link, my receipt if I have rated them, and the card [spec 15.11]', async () => {
	const given = aGivenRating(12, { driver: { id: 77, username: 'ghost', display_name: 'Uncle Bob', avatarId: 1 } })
	const server = await openScreenOf(unclaimed)
	const somethingElse = async () => {
		await user.click(await screen.findByRole('button', { name: 'Send something else' }))
		return within(await screen.findByRole('dialog', { name: 'Send something else' }))
	}
	expect((await somethingElse()).getByText("Uncle Bob's card")).toBeTruthy()
	cleanup()

	server.answer('GET /api/ratings?limit=21&placeholders=without', [200, [given]])
	server.answer('POST /api/sent', [201, { id: 'x', path: '/r/x' }])
	await renderScreen(<ShareGhostScreen ghostId={77} />, '/share-ghost/77')
	const sheet = await somethingElse()
	expect(sheet.getByRole('button', { name: "Uncle Bob's card" })).toBeTruthy()
	await user.click(sheet.getByRole('button', { name: 'To the chat: my receipt' }))
	expect(await sheet.findByRole('link', { name: 'WhatsApp' })).toBeTruthy()
	expect(sheet.getByText('This shows that it was you.')).toBeTruthy()
	expect(server.bodiesOf('POST /api/sent')).toEqual([
		{ kind: 'receipt', ratingId: 12, pool: 'POSITIVE', place: expect.any(Number) },
	])
})

test('a member is not a ghost', async () => {
	await openScreenOf({ isGhost: false })

	expect(await screen.findByRole('heading', { name: 'Driver Not Found' })).toBeTruthy()
	expect(screen.getByText("The driver you're looking for doesn't exist or isn't a ghost driver.")).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/home')
})

test('who is not in the circle is told kindly, and sees no link', async () => {
	await openScreenOf({ isGhost: true })

	expect(await screen.findByRole('heading', { name: 'Not Your Link to Share' })).toBeTruthy()
	expect(document.body.textContent).not.toContain('/claim/')
})

test('a ghost that has been claimed has nothing left to share', async () => {
	await openScreenOf({ isGhost: true, claimedById: 12 })

	expect(await screen.findByRole('heading', { name: 'Seat Already Taken' })).toBeTruthy()
	expect(screen.getByRole('link', { name: 'View Driver Profile' }).getAttribute('href')).toBe('/profile/12')
})

test('who opened the app on the computer that serves it shares the address its network knows [spec 7.27]', async () => {
	openedAt('http://127.0.0.1:7433/share-ghost/77')
	const server = await openScreenOf(unclaimed, anInstance({ publicUrl: 'http://192.168.1.5:7433/rides' }))

	expect(await screen.findByText(`http://192.168.1.5:7433/rides/claim/${TOKEN}`)).toBeTruthy()
	expect(document.body.textContent).not.toContain('127.0.0.1')
	expect(screen.getByRole('link', { name: 'SMS' }).getAttribute('href')).toContain('192.168.1.5')
	expect(screen.queryByText(ONLY_HERE)).toBeNull()
	expect(server.calls().filter((call) => call === ASK)).toHaveLength(1)
})

test('who is let in elsewhere shares the address they came by, whatever else the server is called', async () => {
	const server = await openScreenOf(unclaimed, anInstance({ publicUrl: 'https://rides.example.org' }))

	expect(await screen.findByText(LINK)).toBeTruthy()
	expect(screen.queryByText(ONLY_HERE)).toBeNull()
	expect(server.calls()).not.toContain(ASK)
})

test.each([null, 'http://localhost:7433'])(
	'with %p for others, the link says that only this computer can open it',
	async (publicUrl) => {
		openedAt('http://127.0.0.1:7433/share-ghost/77')
		await openScreenOf(unclaimed, anInstance({ publicUrl }))

		expect(await screen.findByText(`http://127.0.0.1:7433/claim/${TOKEN}`)).toBeTruthy()
		expect(screen.getByText(ONLY_HERE)).toBeTruthy()
	},
)

test('there is a link also when the server does not say where others find it', async () => {
	openedAt('http://localhost:7433/share-ghost/77')
	await openScreenOf(unclaimed, deadNetwork)

	expect(await screen.findByText(`http://localhost:7433/claim/${TOKEN}`)).toBeTruthy()
	expect(screen.getByText(ONLY_HERE)).toBeTruthy()
})

test('once the car is let in, coming back to the window changes the link, and nothing flickers meanwhile [spec 7.27]', async () => {
	openedAt('http://127.0.0.1:7433/share-ghost/77')
	const server = await openScreenOf(unclaimed, anInstance())
	const heading = await screen.findByRole('heading', { level: 1 })
	const slowly = Promise.withResolvers<FakeAnswer>()
	server.answer(ASK, () => slowly.promise)

	act(() => void window.dispatchEvent(new Event('focus')))
	await waitFor(() => expect(server.calls().filter((call) => call === ASK)).toHaveLength(2))
	expect(screen.getByText(`http://127.0.0.1:7433/claim/${TOKEN}`)).toBeTruthy()
	await act(async () => slowly.resolve([200, anInstance({ publicUrl: 'http://192.168.1.5:7433' })]))

	expect(await screen.findByText(`http://192.168.1.5:7433/claim/${TOKEN}`)).toBeTruthy()
	expect(screen.queryByText(ONLY_HERE)).toBeNull()
	expect(screen.getByRole('heading', { level: 1 })).toBe(heading)
})

test('while the server is between two addresses the link stays, and is right as soon as it answers', async () => {
	openedAt('http://127.0.0.1:7433/share-ghost/77')
	const server = await openScreenOf(unclaimed, anInstance({ publicUrl: 'http://192.168.1.5:7433' }))
	await screen.findByText(`http://192.168.1.5:7433/claim/${TOKEN}`)
	server.answer(ASK, deadNetwork)

	act(() => void window.dispatchEvent(new Event('focus')))
	await waitFor(() => expect(server.calls().filter((call) => call === ASK)).toHaveLength(2))
	expect(screen.getByText(`http://192.168.1.5:7433/claim/${TOKEN}`)).toBeTruthy()
	server.answer(ASK, [200, anInstance()])

	expect(await screen.findByText(ONLY_HERE)).toBeTruthy()
	expect(screen.getByText(`http://127.0.0.1:7433/claim/${TOKEN}`)).toBeTruthy()
})

test('opening the screen again asks again where others find us', async () => {
	openedAt('http://127.0.0.1:7433/share-ghost/77')
	const app = openedApp()
	await openScreenOf(unclaimed, anInstance(), app)
	await screen.findByText(ONLY_HERE)
	cleanup()
	// Makes the cached address stale.
	app.queryClient.setQueryData(addressForOthersQuery.queryKey, (known) => known, { updatedAt: Date.now() - 3000 })
	await openScreenOf(unclaimed, anInstance({ publicUrl: 'http://192.168.1.5:7433' }), app)

	expect(await screen.findByText(`http://192.168.1.5:7433/claim/${TOKEN}`)).toBeTruthy()
})

test('links that only this machine can open are recognised', () => {
	expect(['localhost', '127.0.0.1', 'app.localhost', '[::1]'].map((name) => isThisMachineOnly(name))).not.toContain(
		false,
	)
	expect(['192.168.1.20', 'nas.local', 'rides.example.org'].map((name) => isThisMachineOnly(name))).not.toContain(true)
})
