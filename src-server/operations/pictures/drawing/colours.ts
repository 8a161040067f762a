/** Copies the light theme of look/tokens.css; draw-picture.test.ts compares them. */
export const COLOURS = {
	asphalt: '#1c1a27',
	taxi: '#ffc62b',
	brake: '#f2495c',
	mint: '#19b38a',
	dusk: '#6a4df5',
	sky: '#8fd3ff',
	receipt: '#fffdf8',
	ground: '#fff6e5',
	muted: '#655f73',
	hairline: '#cdbfa4',
	map: '#f3e3c3',
	stamp: '#5233d9',
} as const
