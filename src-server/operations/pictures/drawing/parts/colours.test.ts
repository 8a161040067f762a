import { expect, test } from 'bun:test'
import { COLOURS } from './colours.ts'

test('pictures have the colours of the light theme', async () => {
	const tokens = await Bun.file(new URL('../../../../../look/tokens.css', import.meta.url)).text()

	for (const [name, colour] of Object.entries(COLOURS)) expect(tokens).toContain(`--${name}: ${colour};`)
})
