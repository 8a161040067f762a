import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { torture, tortureParts } from './torture.ts'

setDefaultTimeout(30_000)

test('each part has a name that can be typed, and nothing else has one', () => {
	const folder = join(projectFolder, 'scripts/torture')
	const parts = readdirSync(folder)
		.filter((file) => readFileSync(join(folder, file), 'utf8').includes('\nawait torture('))
		.map((file) => file.replace('.ts', ''))

	expect(parts.toSorted()).toEqual(Object.keys(tortureParts).toSorted())
})

test('a part that is not there is a failure with the names of those that are', async () => {
	const [{ failed, remarks } = { failed: 0, remarks: [] }, ...others] = await torture(['kil'], [])

	expect(others).toEqual([])
	expect(failed).toBe(1)
	expect(remarks[0]).toContain("no part 'kil'")
	expect(remarks[0]).toContain('fuzz, kill, evening')
})

/**
 * A torture part made for the test: it starts a server in its own folder, prints the address, and then runs this code.
 */
function partThat(does: string) {
	const program = `
		import { torture } from './scripts/torture/stage.ts'
		await torture(async ({ folder, server: start }) => {
			const home = folder()
			const { pid } = await start(home)
			console.log(JSON.stringify({ home, pid }))
			${does}
		})`
	const part = Bun.spawn([process.execPath, '-e', program], { cwd: projectFolder, stdout: 'pipe', stderr: 'inherit' })
	return { part, said: new Response(part.stdout).text() }
}

const isAlive = (pid: number) => {
	// An ended process stays in the list until its parent has waited for it.
	const state = /^State:\s+(\w)/m.exec(
		existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '',
	)
	return state !== null && state[1] !== 'Z'
}

async function goneBehind(said: string) {
	const { home, pid }: { home: string; pid: number } = JSON.parse(said.split('\n')[0] ?? '')
	while (isAlive(pid)) await Bun.sleep(10)
	return !existsSync(home)
}

test.each([
	['ends well', "return { figures: 'all is well', faults: [] }", 0, 'all is well'],
	['cannot be done here', "return { skipped: 'no room' }", 0, 'skipped: no room'],
	['finds faults', "return { figures: '1 lost', faults: ['A rating is lost'] }", 1, '✗ A rating is lost\n1 lost'],
	['breaks off', "throw new Error('out of luck')", 1, 'out of luck'],
	['loses an error', "setTimeout(() => { throw new Error('astray') }); await Bun.sleep(60_000)", 1, 'astray'],
])('a part that %s says so, and leaves neither server nor folder', async (_how, does, exitCode, words) => {
	const { part, said } = partThat(does)

	expect(await part.exited).toBe(exitCode)
	expect(await said).toContain(words)
	expect(await goneBehind(await said)).toBeTrue()
})

test('a part that is interrupted leaves neither server nor folder', async () => {
	const { part, said } = partThat("process.kill(process.pid, 'SIGTERM'); await Bun.sleep(60_000)")

	expect(await part.exited).toBe(130)
	expect(await goneBehind(await said)).toBeTrue()
})
