import { expect, setDefaultTimeout, test } from 'bun:test'
import { chownSync, copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { isEveryRun } from '#db/testing/property-runs.ts'
import { inBareRoot, NONROOT, whyNoBareRoot } from '#server/testing/bare-root.ts'
import { freshFolder, REPOSITORY, runToEnd, startServer } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { testServers } from '#server/testing/test-servers.ts'

// Runs the built program where only its data folder is writable, as in the hardened containers of docs/self-hosting.md
// and deploy/.

setDefaultTimeout(60_000)

const { endLater } = testServers()
const { TEST_PROGRAM: program = '' } = process.env

const reason = whyNoBareRoot() ?? (program ? null : 'needs the built program: TEST_PROGRAM=dist/backseat')
const here = test.skipIf(reason !== null)
const why = reason === null ? '' : ` (skipped: it ${reason})`

const inRoot = (dataDir: string, ...words: string[]) => inBareRoot({ program, dataDir }, ...words)

const serve = async (dataDir: string) => {
	const { command = [] } = inRoot(dataDir, 'serve')
	return endLater(await startServer({ command, flags: ['--data-dir', '/data', '--rate-limit-scale', '0'] }))
}

function ownFolder(): string {
	const dataDir = freshFolder()
	chownSync(dataDir, NONROOT, NONROOT)
	return dataDir
}

here(`with nothing to write to but /data, it starts, and does all it does elsewhere [B25]${why}`, async () => {
	const dataDir = ownFolder()
	const left = join(dataDir, 'etilqs_of-a-killed-server')
	writeFileSync(left, '')
	const server = await serve(dataDir)
	expect(existsSync(left)).toBe(false)
	const [mum, dad] = [await signUp(server, 'mum'), await signUp(server, 'dad')]
	expect((await mum.rate()).status).toBe(201)

	// A child process draws pictures, and worker threads run long writes and backups.
	const { preview } = (await mum.get('/api/drivers/2/pictures')).body
	const picture = await fetch(new URL(preview, server.origin))
	expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
	expect((await dad.leave()).status).toBe(200)
	for (const words of [['backup', 'create'], ['backup', 'list'], ['export', '/data/all.json'], ['healthcheck']])
		expect({ words, ...(await runToEnd(inRoot(dataDir, ...words, '--data-dir', '/data'))) }).toMatchObject({
			words,
			exitCode: 0,
			stderr: '',
		})

	expect(await server.end('SIGTERM')).toBe(0)
	expect(server.output.stderr).not.toMatch(/Z error |THE DISK|temporary/)
})

/** The oldest schema needs all migrations and the newest but one only the last; `bun run test:all` starts from each. */
const EARLIER = isEveryRun ? migrations.slice(1).map((_, nth) => nth + 1) : [1, migrations.length - 1]

here(`data of every earlier schema are brought up to date there [B17] [B25]${why}`, async () => {
	const broughtUpToDate = async (version: number) => {
		const dataDir = ownFolder()
		const path = join(dataDir, 'backseat.db')
		copyFileSync(join(REPOSITORY, 'db/fixtures/schema-1/backseat.db'), path)
		openDatabase(path, { migrations: migrations.slice(0, version) }).close()
		chownSync(path, NONROOT, NONROOT)

		const server = await serve(dataDir)

		expect(await server.end('SIGTERM')).toBe(0)
		// The backup before the migration.
		expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1)
	}
	// Waits for all servers even if one fails, because a server that starts later would outlive the test.
	const outcomes = await Promise.allSettled(EARLIER.map(broughtUpToDate))
	expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
})

here(`a demo needs nothing to write to, and touches no folder that the image names [T80]${why}`, async () => {
	// Not the demo's own user's, so that it could neither read nor write there.
	const dataDir = freshFolder()
	writeFileSync(join(dataDir, 'backseat.toml'), 'this is no TOML')
	const { command = [] } = inBareRoot(
		{ program, dataDir, variables: { BACKSEAT_DATA_DIR: '/data' } },
		'serve',
		'--demo',
	)
	const server = endLater(await startServer({ command }))

	expect(await (await fetch(`${server.origin}/home`)).text()).toContain('<p class="demo-words">A demo:')
	expect((await fetch(`${server.origin}/demo.js`)).status).toBe(200)
	const [mum, dad] = [await signUp(server, 'mum'), await signUp(server, 'dad')]
	expect((await mum.rate(102)).status).toBe(201)
	const { preview } = (await mum.get('/api/drivers/102/pictures')).body
	expect((await fetch(new URL(preview, server.origin))).headers.get('content-type')).toBe('image/png')
	expect((await dad.leave()).status).toBe(200)

	expect(await server.end('SIGTERM')).toBe(0)
	expect(server.output.stderr).not.toMatch(/Z error |temporary/)
	expect(readdirSync(dataDir)).toEqual(['backseat.toml'])
})
