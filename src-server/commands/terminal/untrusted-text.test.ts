import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { invites, users } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { runCommand } from '#server/commands/testing/run-command.ts'
import { freshFolder } from '#server/testing/server-process.ts'

/** Clears the screen, sets the title, forges a line and reverses the rest; the second half does so without ESC. */
const HOSTILE = 'x\u001b[2J\u001b]0;owned\u0007\n✓ All is well.\r\u009b2J\u202e'
const HOSTILE_NAME = HOSTILE.replaceAll('/', '')

/** Characters that a terminal interprets, except our own line ends. */
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

function expectHarmless({ stdout, stderr }: { stdout: string; stderr: string }) {
	expect(stdout + stderr).not.toMatch(OBEYED)
	expect(stdout + stderr).not.toMatch(/^✓ All is well/m)
}

test('names and notes of any age are shown to the operator, and do nothing to the terminal [T19]', async () => {
	const { run, inData } = operatorFolder()
	inData((db) =>
		db.write(() => {
			db.orm.update(users).set({ username: HOSTILE, email: HOSTILE }).where(eq(users.id, 101)).run()
			db.orm.update(users).set({ displayName: HOSTILE }).where(eq(users.id, 201)).run()
			const invite = { tokenHash: 'x', note: `${HOSTILE}${'endless'.repeat(1e5)}`, createdAt: new Date() }
			db.orm.insert(invites).values(invite).run()
		}),
	)

	for (const what of ['user', 'ghost', 'invite']) {
		const [table, json] = await Promise.all([run(what, 'list'), run(what, 'list', '--json')])
		expect([what, table.exitCode, json.exitCode]).toEqual([what, 0, 0])
		expectHarmless(table)
		expectHarmless(json)
		expect(table.stdout).toContain('x\\u001b[2J\\u001b]0;owned\\u0007\\u000a✓')
		expect(json.stdout).toContain('x\\u001b[2J')
		for (const line of table.stdout.split('\n')) expect(line.length).toBeLessThan(1000)
		expect(JSON.stringify(JSON.parse(json.stdout))).toContain(JSON.stringify(HOSTILE).slice(1, -1))
	}
	const reissued = await run('ghost', 'reissue', '201')
	expectHarmless(reissued)
	expect(reissued.stdout).toContain('The new claim link of x\\u001b[2J')
	const asked = await run('user', 'delete', HOSTILE, '--ratings', 'stay')
	expectHarmless(asked)
	expect(asked.stderr).toContain('will be deleted for good. There is no terminal to ask in')
})

test('folders of any name are named in what commands say and refuse [T19]', async () => {
	const dataDir = join(freshFolder(), HOSTILE_NAME)
	mkdirSync(join(dataDir, 'backups'), { recursive: true })
	const nowhere = join(freshFolder(), HOSTILE_NAME)

	const answers = await Promise.all(
		[
			['backup', 'list'],
			['backup', 'create'],
			['backup', 'verify', HOSTILE_NAME],
			['config'],
			['config', '--json'],
			['doctor', '--port', '0'],
			['doctor', '--port', '0', '--json'],
			['user', 'list'],
		].map((words) => runCommand([...words, '--data-dir', words[0] === 'user' ? nowhere : dataDir])),
	)

	for (const answer of answers) {
		expectHarmless(answer)
		expect(answer.stdout + answer.stderr).toMatch(/x\\+u001b\[2J/)
	}
})

test('a question in the terminal names a person, and leaves the terminal as it is', async () => {
	const { runInTerminal, inData } = operatorFolder()
	inData((db) => db.orm.update(users).set({ username: HOSTILE }).where(eq(users.id, 101)).run())

	const { shown } = await runInTerminal([['to go on: ', 'no\r']], 'user', 'delete', HOSTILE, '--ratings', 'stay')

	expect(shown).toContain('x\\u001b[2J\\u001b]0;owned')
	expect(shown).not.toContain('\u001b[2J')
	expect(shown).not.toContain('owned\u0007')
})
