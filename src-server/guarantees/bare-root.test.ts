import { expect, setDefaultTimeout, test } from 'bun:test'
import { chownSync, copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { freshFolder, REPOSITORY, runToEnd, type Start, startServer } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { testServers } from '#server/testing/test-servers.ts'

// Runs the built program where only its data folder is writable, as in the hardened containers of docs/self-hosting.md
// and deploy/.

setDefaultTimeout(60_000)

const { endLater } = testServers()
const { TEST_PROGRAM: program = '' } = process.env
/** The image's user, who has no name on this machine. */
const NONROOT = 65532

const reason = whyNotHere()
const here = test.skipIf(reason !== null)
const why = reason === null ? '' : ` (skipped: it ${reason})`

function whyNotHere(): string | null {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root'
	if (!program) return 'needs the built program: TEST_PROGRAM=dist/backseat'
	const tried = Bun.spawnSync(['unshare', '-m', 'sh', '-c', 'mount -t tmpfs none /mnt && ldd /bin/sh && chroot / true'])
	return tried.success ? null : 'needs the right to make a mount namespace'
}

/** Like every container, it has /proc and /dev/null, which the runtime needs. It has no /tmp, /etc, home or shell. */
const BARE_ROOT = `
set -e
root=$0 program=$1 data=$2
shift 2
mount -t tmpfs -o mode=0755 none "$root"
for file in $(ldd "$program" | grep -o '/[^ ]*'); do
	mkdir -p "$root\${file%/*}"
	touch "$root$file"
	mount --bind "$file" "$root$file"
done
touch "$root/backseat"
mount --bind "$program" "$root/backseat"
mkdir "$root/data" "$root/proc" "$root/dev"
touch "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount --bind "$data" "$root/data"
mount --rbind /proc "$root/proc"
mount -o remount,ro "$root"
exec env -i "$(command -v chroot)" --userspec=${NONROOT}:${NONROOT} --groups= "$root" /backseat "$@"
`

const inBareRoot = (dataDir: string, ...words: string[]): Start => ({
	command: [
		'unshare',
		'--mount',
		'sh',
		'-c',
		BARE_ROOT,
		freshFolder(),
		resolve(REPOSITORY, program),
		dataDir,
		...words,
	],
})

const serve = async (dataDir: string) => {
	const { command = [] } = inBareRoot(dataDir, 'serve')
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
		expect({ words, ...(await runToEnd(inBareRoot(dataDir, ...words, '--data-dir', '/data'))) }).toMatchObject({
			words,
			exitCode: 0,
			stderr: '',
		})

	expect(await server.end('SIGTERM')).toBe(0)
	expect(server.output.stderr).not.toMatch(/Z error |THE DISK|temporary/)
})

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
	const outcomes = await Promise.allSettled(migrations.slice(1).map((_, nth) => broughtUpToDate(nth + 1)))
	expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
})
