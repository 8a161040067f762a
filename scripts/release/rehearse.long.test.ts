import { expect, test } from 'bun:test'
import { rehearse } from './rehearse.ts'

test('the release of this commit can be made, and what it has for this machine starts', async () => {
	const lines: string[] = []
	await rehearse({ isShort: false, report: (line) => lines.push(line) })

	expect(lines.filter((line) => line.startsWith('✓')).length).toBeGreaterThan(3)
}, 600_000)
