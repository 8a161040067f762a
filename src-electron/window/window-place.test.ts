import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { placeOnScreens } from './window-place.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const monitor = { x: 1440, y: 0, width: 2560, height: 1415 }
const place = { x: 200, y: 100, width: 900, height: 700, isMaximized: false }

test('the first window is 1100 by 800, wherever the system puts it', () => {
	expect(placeOnScreens(null, [laptop, monitor])).toEqual({ width: 1100, height: 800, isMaximized: false })
	expect(placeOnScreens(null, [])).toEqual({ width: 1100, height: 800, isMaximized: false })
})

test('the first window fits a small screen, and is never too small to use', () => {
	expect(placeOnScreens(null, [{ x: 0, y: 0, width: 1024, height: 560 }])).toMatchObject({ width: 1024, height: 560 })
	expect(placeOnScreens(null, [{ x: 0, y: 0, width: 320, height: 200 }])).toMatchObject({ width: 380, height: 520 })
})

test('the window opens where it was, maximised if it was', () => {
	expect(placeOnScreens(place, [laptop])).toEqual(place)
	expect(placeOnScreens({ ...place, x: 2000, isMaximized: true }, [laptop, monitor])).toEqual({
		...place,
		x: 2000,
		isMaximized: true,
	})
	const large = { ...place, x: 1500, y: 10, width: 2400, height: 1400 }
	expect(placeOnScreens(large, [laptop, monitor])).toEqual(large)
	// The user has moved the window partly off the screen.
	expect(placeOnScreens({ ...place, x: -700 }, [laptop])).toEqual({ ...place, x: -700 })
})

test('a window on a monitor that was taken away comes back', () => {
	expect(placeOnScreens({ ...place, x: 3000, y: 600 }, [laptop])).toEqual({ ...place, x: 540, y: 200 })
	expect(placeOnScreens({ ...place, x: -2000, y: -900 }, [laptop])).toEqual({ ...place, x: 0, y: 25 })
	expect(placeOnScreens({ ...place, x: 3000, width: 2400, height: 1400 }, [laptop])).toEqual({
		x: 0,
		y: 25,
		width: 1440,
		height: 875,
		isMaximized: false,
	})
})

test('a window whose title bar cannot be reached comes back', () => {
	expect(placeOnScreens({ ...place, y: -300 }, [laptop])).toEqual({ ...place, y: 25 })
	expect(placeOnScreens({ ...place, y: 890 }, [laptop])).toEqual({ ...place, y: 200 })
	expect(placeOnScreens({ ...place, x: 1400 }, [laptop])).toEqual({ ...place, x: 540 })
})

test('without any screen it keeps at least its size', () => {
	expect(placeOnScreens({ ...place, width: 200, height: 200 }, [])).toEqual({
		width: 380,
		height: 520,
		isMaximized: false,
	})
})

test('wherever it was and whatever screens there are, its title bar can be grabbed', () => {
	const far = fc.integer({ min: -10_000, max: 10_000 })
	const size = fc.integer({ min: 200, max: 8000 })
	const screen = fc.record({
		x: far,
		y: far,
		width: fc.integer({ min: 380, max: 5000 }),
		height: fc.integer({ min: 520, max: 3000 }),
	})
	const old = fc.record({ x: far, y: far, width: size, height: size, isMaximized: fc.boolean() })
	fc.assert(
		fc.property(old, fc.array(screen, { minLength: 1, maxLength: 3 }), (was, screens) => {
			const { x = Number.NaN, y = Number.NaN, width, height, isMaximized } = placeOnScreens(was, screens)
			expect(width).toBeGreaterThanOrEqual(380)
			expect(height).toBeGreaterThanOrEqual(520)
			expect(isMaximized).toBe(was.isMaximized)
			const canGrab = screens.some((each) => {
				const seen = Math.min(x + width, each.x + each.width) - Math.max(x, each.x)
				return seen >= 100 && y >= each.y && y + 20 <= each.y + each.height
			})
			expect(canGrab).toBe(true)
		}),
		{ numRuns: 2000 },
	)
})
