import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { QrCode } from './qr-code.tsx'

test('a camera sees exactly the squares of the code, each a whole number of pixels', () => {
	const address = 'http://192.168.178.23:7433/'
	render(<QrCode text={address} label="QR code" border={4} pixels={296} />)
	const { data, size } = encode(address, { ecc: 'M', border: 4 })

	const code = screen.getByRole('img', { name: 'QR code' })
	const bars = (code.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)
	const drawn = data.map((row) => row.map(() => false))
	for (const [, x, y, width] of bars) drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))

	expect(drawn).toEqual(data)
	expect(Number(code.getAttribute('width')) % size).toBe(0)
})
