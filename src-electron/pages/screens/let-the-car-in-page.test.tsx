import { expect, spyOn, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { openPage } from '#desktop/pages/testing/open-page.tsx'

const address = 'http://192.168.178.23:7433/'
const withPhones = {
	isLan: true,
	server: { kind: 'running', address: 'http://127.0.0.1:7433/', lanAddress: address },
} as const
const doors = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Phones on this Wi-Fi may get in' })

test('while the network is not let in there is no address, and the page says what letting it in means', async () => {
	await openPage('let-the-car-in')

	expect(screen.getByRole('heading', { name: 'Let the car in' })).toBeDefined()
	expect(doors().checked).toBe(false)
	expect(screen.queryByText(/http:/)).toBeNull()
	expect(screen.getByText('Off means off: the phones are out at once.')).toBeDefined()
	const overPlainHttp = [
		/not encrypted/,
		/cannot be installed as an app and sends no notifications/,
		/hide the share sheet/,
	]
	for (const warning of [/can open Backseat and make an account/, ...overPlainHttp, /firewall/, /stay awake/])
		expect(screen.getByText(warning)).toBeDefined()
})

test('the switch lets the network in, and shows what is true and not what was asked for', async () => {
	const { user, asked, change, hold } = await openPage('let-the-car-in')
	const opening = hold()

	await user.click(doors())
	await user.click(doors())

	expect(asked).toEqual([{ do: 'set-lan', isOn: true }])
	expect(screen.getByText('Opening the doors…')).toBeDefined()
	expect(doors().checked).toBe(false)

	// The switch already shows the new setting while the server restarts.
	await change({ isLan: true, server: { kind: 'starting' } })
	expect(doors().checked).toBe(true)
	expect(screen.getByText('Opening the doors…')).toBeDefined()

	await change(withPhones)
	await opening.finish({ ok: true })
	expect(screen.queryByText('Opening the doors…')).toBeNull()
	expect(screen.getByText(address)).toBeDefined()
	expect(screen.getByRole('img', { name: `QR code for ${address}` })).toBeDefined()
})

test('the phones are out when the switch goes off: the address is gone', async () => {
	const { user, asked, change } = await openPage('let-the-car-in', withPhones)

	await user.click(doors())
	await change({ isLan: false })

	expect(asked).toEqual([{ do: 'set-lan', isOn: false }])
	expect(screen.queryByText(address)).toBeNull()
	expect(screen.queryByRole('img')).toBeNull()
})

test('a switch that fails says why', async () => {
	const { user, refuse } = await openPage('let-the-car-in')
	refuse('Backseat could not start again.')

	await user.click(doors())

	expect(await screen.findByText('Backseat could not start again.')).toBeDefined()
	expect(doors().getAttribute('aria-disabled')).toBeNull()
})

test('without a network it says so instead of an address', async () => {
	await openPage('let-the-car-in', { ...withPhones, server: { ...withPhones.server, lanAddress: null } })

	expect(screen.getByRole('status').textContent).toContain('No network found')
	expect(screen.queryByRole('img')).toBeNull()
})

test('the address can be copied', async () => {
	const { user } = await openPage('let-the-car-in', withPhones)

	await user.click(screen.getByRole('button', { name: 'Copy address' }))

	expect(await screen.findByRole('button', { name: 'Copied!' })).toBeDefined()
	expect(await navigator.clipboard.readText()).toBe(address)
})

test('a clipboard that does not take the address is reported', async () => {
	const { user } = await openPage('let-the-car-in', withPhones)
	using _refusing = spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))

	await user.click(screen.getByRole('button', { name: 'Copy address' }))

	expect(await screen.findByText(/copy it by hand/)).toBeDefined()
})

test('serving can go on when the window is closed', async () => {
	const { user, asked } = await openPage('let-the-car-in')

	await user.click(screen.getByRole('switch', { name: 'Keep serving when closed' }))

	expect(asked).toEqual([{ do: 'set-keep-serving', isOn: true }])
})

test('Escape closes the panel', async () => {
	const { user, asked } = await openPage('let-the-car-in')

	await user.keyboard('{Escape}')

	expect(asked).toEqual([{ do: 'close' }])
})

test('from here it is one press to where friends are helped who forgot a password', async () => {
	const { user, asked } = await openPage('let-the-car-in', {
		riding: { kind: 'friend', address: 'https://rides.example/' },
	})

	expect(screen.getByText(/A friend forgot a password\? .* It brings you back to your own car\./)).toBeDefined()
	await user.click(screen.getByRole('button', { name: 'Take the wheel' }))

	expect(asked).toEqual([{ do: 'behind-the-wheel' }])
})
