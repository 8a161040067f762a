import type { WindowPlace } from '#desktop/settings/settings-file.ts'

type Box = { x: number; y: number; width: number; height: number }

const DEFAULT = { width: 1100, height: 800 }
const LEAST = { width: 380, height: 520 }
/** Part of the title bar that must be on a screen, so that the user can drag the window. */
const GRIP = { width: 100, height: 20 }

/**
 * Bounds to open the window with: the last ones, unless they are out of reach because a monitor was removed. Without x and y
 * the system positions the window. `screens` exclude task bars, the primary one first, in the same pixels.
 */
export function placeOnScreens(
	place: WindowPlace | null,
	screens: Box[],
): { x?: number; y?: number; width: number; height: number; isMaximized: boolean } {
	const main = screens[0]
	if (!place) return { ...fitted(DEFAULT, main), isMaximized: false }
	const { isMaximized, x, y } = place
	const screen = screens.toSorted((one, other) => shared(place, other) - shared(place, one))[0]
	const size = fitted(place, screen)
	if (!screen) return { ...size, isMaximized }
	if (screens.some((each) => canGrip({ x, y, ...size }, each))) return { x, y, ...size, isMaximized }
	return {
		x: between(screen.x, x, screen.x + screen.width - size.width),
		y: between(screen.y, y, screen.y + screen.height - size.height),
		...size,
		isMaximized,
	}
}

const fitted = ({ width, height }: { width: number; height: number }, screen: Box | undefined) => ({
	width: Math.max(LEAST.width, Math.min(width, screen?.width ?? width)),
	height: Math.max(LEAST.height, Math.min(height, screen?.height ?? height)),
})

function canGrip({ x, y, width }: Box, screen: Box): boolean {
	const { width: seen, height } = overlap({ x, y, width, height: GRIP.height }, screen)
	return seen >= GRIP.width && height >= GRIP.height
}

function shared(one: Box, other: Box): number {
	const { width, height } = overlap(one, other)
	return width * height
}

function overlap(one: Box, other: Box): { width: number; height: number } {
	const right = Math.min(one.x + one.width, other.x + other.width)
	const bottom = Math.min(one.y + one.height, other.y + other.height)
	return {
		width: Math.max(0, right - Math.max(one.x, other.x)),
		height: Math.max(0, bottom - Math.max(one.y, other.y)),
	}
}

/** `least` wins on a screen that is too small. */
const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))
