import { afterEach, expect, test } from 'bun:test'
import { startDesktopServer } from '#server/testing/desktop-process.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { freshFolder, runToEnd, type ServerProcess, startServer } from '#server/testing/server-process.ts'

/* The notes that the real program prints at start for the operator. */

const SET_UP = /^Nobody is host yet\. .+:\n([█▀].+[█▀]\n)+http:\/\/localhost:\d+\/invite\/[\w-]{32}$/m
const HOSTLESS = 'backseat user host NAME on --data-dir '

const running: ServerProcess[] = []
afterEach(async () => {
	for (const server of running.splice(0)) await server.end()
})

async function startIn(dataDir: string, ...flags: string[]) {
	const server = await startServer({ flags: ['--data-dir', dataDir, ...flags] })
	running.push(server)
	return { ...server, said: server.output.stdout }
}
const run = (dataDir: string, ...words: string[]) => runToEnd({ flags: [...words, '--data-dir', dataDir] })

async function setUp(dataDir: string) {
	const server = await startIn(dataDir)
	const [, invite] = /\/invite\/([\w-]{32})\n/.exec(server.said) ?? []
	await fetch(`${server.origin}/api/users`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ username: 'mum', password: 'backseat', invite }),
	})
	await server.end('SIGTERM')
}

test.each(['open', 'invite', 'closed'])(
	'while nobody is host each start prints the set-up link, with signup %s too',
	async (signup) => {
		const { said, output } = await startIn(freshFolder(), '--signup', signup)

		expect(said).toMatch(SET_UP)
		expect(said).not.toContain(HOSTLESS)
		expect(output.stderr).not.toContain('/invite/')
	},
)

test('where there is a host a start says nothing about it, and neither does one of the desktop app', async () => {
	const dataDir = freshFolder()
	await setUp(dataDir)

	const { said, end } = await startIn(dataDir)
	await end('SIGTERM')
	const desktop = await startDesktopServer({ flags: ['--data-dir', freshFolder()] })
	await desktop.end()

	expect(said).not.toMatch(/invite|host NAME/)
	expect(desktop.output.stdout).not.toMatch(/invite|host NAME/)
})

test('people without a host, as in data from before there were hosts: the start prints the set-up link and the command, and both help', async () => {
	const dataDir = familyFolder()
	const { said, end } = await startIn(dataDir)
	expect(said.trimEnd()).toEndWith(HOSTLESS + dataDir)
	expect(said).toMatch(SET_UP)
	await end('SIGTERM')
	expect(await run(dataDir, 'user', 'host', 'jonas', 'on')).toMatchObject({ exitCode: 0 })
	expect((await startIn(dataDir)).said).not.toMatch(/invite|host NAME/)
})
