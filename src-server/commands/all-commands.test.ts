import { expect, test } from 'bun:test'
import { runCommand } from './testing/run-command.ts'

// e2e/operator/licenses.spec.ts checks the output of the binary.

test('run from its sources it shows our licence, and says where the others can be seen', async () => {
	const { exitCode, stdout, stderr } = await runCommand(['licenses'])

	expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
	expect(stdout).toStartWith('MIT License\n\nCopyright (c) ')
	expect(stdout).toEndWith('\nbun run build && dist/backseat licenses\n')
})
