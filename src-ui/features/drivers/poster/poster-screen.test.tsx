import { expect, mock, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { VisibleUser } from '#contract/accounts.ts'
import { GetRated } from '#ui/features/drivers/get-rated.tsx'
import { aDriver, aMember, anInstance, forgetEverything } from '#ui/testing/fake-server.ts'
import { openedAt } from '#ui/testing/page-address.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { PosterScreen } from './poster-screen.tsx'

const elke: VisibleUser = aDriver()

const open = (driver: VisibleUser = elke) =>
	openScreen(<PosterScreen driverId={driver.id} />, `/poster/${driver.id}`, {
		[`GET /api/users/${driver.id}`]: [200, driver],
	})
const poster = () => within(screen.getByRole('region', { name: 'The poster' }))

test('anybody finds the poster of a driver: name, question, and where passengers rate, as a code and in letters [spec 11.6]', async () => {
	await open()

	expect(await screen.findByRole('heading', { name: "How's my driving?" })).toBeTruthy()
	expect(poster().getByText('Grandma Elke')).toBeTruthy()
	expect(poster().getByRole('img', { name: 'QR code of the rating page of Grandma Elke' })).toBeTruthy()
	expect(poster().getByText('http://backseat.test/rating/7')).toBeTruthy()
	expect(poster().getByText('Backseat')).toBeTruthy()
	// The shared link is the same as the printed one.
	expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain('%2Frating%2F7')
	expect(document.title).toBe('Poster of Grandma Elke · Backseat')
	expect(screen.queryByText('Only this computer can open this link')).toBeNull()
})

test("'Print' asks the browser to, and every other page keeps its own size of paper", async () => {
	const print = mock()
	Object.assign(window, { print })
	await open()
	const paper = () => document.querySelectorAll('link[media="print"]')

	await userEvent.click(await screen.findByRole('button', { name: 'Print' }))

	expect(print).toHaveBeenCalledTimes(1)
	expect(paper()).toHaveLength(1)
	await userEvent.click(screen.getByRole('link', { name: 'View Driver Profile' }))
	await waitFor(() => expect(paper()).toHaveLength(0))
})

test('nobody, and a ghost, has no poster [spec 11.6]', async () => {
	await open({ ...elke, isGhost: true, username: 'ghost-elke-x7k2q9' })

	expect(await screen.findByRole('heading', { name: 'Driver Not Found' })).toBeTruthy()
	expect(screen.queryByRole('region', { name: 'The poster' })).toBeNull()
	expect(document.body.textContent).not.toContain('/rating/')
	forgetEverything()

	await openScreen(<PosterScreen driverId={404} />, '/poster/404', {})
	expect(await screen.findByRole('heading', { name: 'Driver Not Found' })).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/home')
})

test('the poster of a claimed ghost is the poster of the claimer', async () => {
	const { place } = await open({ ...elke, isGhost: true, claimedById: 99 })
	await waitFor(() => expect(place()).toBe('/poster/99'))
})

test('at the computer that serves it, the poster carries the address its network knows, or says that there is none', async () => {
	openedAt('http://127.0.0.1:7433/poster/7')
	const server = await open()
	expect(await screen.findByText('Only this computer can open this link')).toBeTruthy()

	server.answer('GET /api/instance', [200, anInstance({ publicUrl: 'http://192.168.1.5:7433' })])
	window.dispatchEvent(new Event('focus'))

	expect(await screen.findByText('http://192.168.1.5:7433/rating/7')).toBeTruthy()
	expect(screen.queryByText('Only this computer can open this link')).toBeNull()
})

test('a poster is printed in the language of its passengers; the page keeps its own', async () => {
	const german = {
		"How's my {break}driving?": 'Wie {break}fahre ich?',
		'Passengers: scan, tap, tell.': 'Scannen, tippen, erzählen.',
	}
	Object.assign(globalThis, { POSTER_TEXTS: { de: { locale: 'de', isRightToLeft: false, translations: german } } })
	await open()
	const language = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language of the poster' })
	expect(language.selectedOptions[0]?.textContent).toBe('English')

	await userEvent.selectOptions(language, 'Deutsch')

	expect(
		(await poster().findByRole('heading', { name: 'Wie fahre ich?' })).closest('[lang]')?.getAttribute('lang'),
	).toBe('de')
	expect(poster().getByText('Scannen, tippen, erzählen.')).toBeTruthy()
	expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy()

	await userEvent.selectOptions(language, 'English')
	expect(poster().getByRole('heading', { name: "How's my driving?" })).toBeTruthy()
})

test("one's own profile leads to the poster [spec 11.6]", async () => {
	await openScreen(<GetRated driver={aMember({ id: 7 })} />, '/profile/7', {})
	await userEvent.click(await screen.findByRole('button', { name: 'Get rated' }))

	const link = await screen.findByRole('link', { name: 'Print a poster' })
	expect(link.getAttribute('href')).toBe('/poster/7')
})
