import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { QrCode } from './qr-code.tsx'

const code = () => screen.getByRole('img', { name: 'QR code' })

/** The dark modules of the rendered QR code. */
function drawnSquares(): boolean[][] {
	const [, , size = 0] = (code().getAttribute('viewBox') ?? '').split(' ').map(Number)
	const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
	const bars = (code().querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)
	for (const [, x, y, width] of bars) drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
	return drawn
}

/** Renders four pixels per module, for the QR decoder. */
function photograph(squares: boolean[][]) {
	const side = squares.length * 4
	const data = new Uint8Array(side * side * 4).fill(255)
	for (let pixel = 0; pixel < side * side; pixel++)
		if (squares[Math.floor(pixel / side / 4)]?.[Math.floor((pixel % side) / 4)]) data.fill(0, pixel * 4, pixel * 4 + 3)
	return { width: side, height: side, data }
}

const HOME_NETWORK = 'http://192.168.178.23:7433/'

test.each([
	HOME_NETWORK,
	'http://192.168.178.23:7433/rating/1125899906842623',
	`https://backseat.the-hoffmanns-of-bremen.example/on/the/shelf/claim/${'Ab-_5'.repeat(6)}xy`,
	`https://rides.example/${'a/very/long/base/path/'.repeat(12)}infographic/1125899906842623`,
])('a camera reads %s [spec 11.4]', (address) => {
	render(<QrCode text={address} label="QR code" />)

	expect(decodeQR(photograph(drawnSquares()))).toBe(address)
})

test('four squares around it are light, and it is dark on white whatever the theme [spec 11.4]', () => {
	render(<QrCode text={HOME_NETWORK} label="QR code" />)
	const squares = drawnSquares()
	const end = squares.length - 4

	const dark = squares.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])))
	expect(dark.every((place) => place.every((at) => at >= 4 && at < end))).toBe(true)
	// The dark corner squares start right after the quiet zone.
	expect([squares[4]?.[4], squares[4]?.[end - 1], squares[end - 1]?.[4]]).toEqual([true, true, true])
	expect(code().querySelector('rect')?.getAttribute('fill')).toBe('#fff')
	expect(code().querySelector('path')?.getAttribute('fill')).toBe('#1c1a27')
})

test.each([
	[{ atLeast: 160 }, 160, 160 + 32],
	[{ atMost: 296 }, 296 - 32, 296],
])('of %p pixels, each square is a whole number of them [spec 11.4]', (side, least, most) => {
	render(<QrCode text={HOME_NETWORK} label="QR code" side={side} />)

	const pixels = Number(code().getAttribute('width'))
	expect(pixels % drawnSquares().length).toBe(0)
	expect(pixels).toBeGreaterThanOrEqual(least)
	expect(pixels).toBeLessThanOrEqual(most)
})
