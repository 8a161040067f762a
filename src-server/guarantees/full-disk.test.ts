import { expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, PROGRAM, runToEnd, startServer } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { testServers } from '#server/testing/test-servers.ts'

setDefaultTimeout(60_000)

const { endLater } = testServers()

/** Runs the server with a small disk as its data folder, and a large file on it that can be deleted. */
const onSmallDisk = (dataDir: string, { size, ballast }: { size: string; ballast: string }) => ({
	command: ['unshare', '-rm', 'sh', '-c', MOUNT, dataDir, size, ballast, ...PROGRAM],
	flags: ['--data-dir', dataDir, '--rate-limit-scale', '0'],
})
const MOUNT =
	'mount -t tmpfs -o mode=0700,size="$1" none "$0" && { head -c "$2" /dev/zero > "$0/ballast" || true; } && shift 2 && exec "$@"'

const canMount = Bun.spawnSync(['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs none /mnt'], { stderr: 'ignore' }).success
if (!canMount) console.warn('SKIPPED: the tests of a full disk, because this system lets nobody mount one of their own')
const onThisSystem = test.skipIf(!canMount)

onThisSystem(
	'on a full disk nothing is half saved, reading goes on, and writing does once there is room [B12]',
	async () => {
		const dataDir = freshFolder()
		const server = endLater(await startServer(onSmallDisk(dataDir, { size: '3m', ballast: '1m' })))
		const mum = await signUp(server, 'mum')

		const acknowledged: number[] = []
		let last = await mum.rate()
		while (last.status === 201 && acknowledged.push(last.body.id) < 5000) last = await mum.rate()

		expect(last).toMatchObject({
			status: 503,
			body: { code: 'storage_full', message: 'Storage is full. Nothing was saved.' },
		})
		expect(acknowledged.length).toBeGreaterThan(10)
		const readable = async () => (await mum.get('/api/ratings')).body.map(({ id }: { id: number }) => id)
		expect((await readable()).toSorted()).toEqual(acknowledged.toSorted())
		expect((await mum.get('/api/drivers/2/stats')).body).toMatchObject({ totalRides: acknowledged.length })
		expect(server.output.stderr).toContain('THE DISK IS FULL')
		// Space that is too small for a rating may still suffice for a few of the check's own writes.
		let ready = await mum.get('/api/ready')
		for (let tries = 0; ready.status === 200 && tries < 20; tries++) {
			expect((await mum.rate()).body).toMatchObject({ code: 'storage_full' })
			ready = await mum.get('/api/ready')
		}
		expect(ready).toMatchObject({ status: 503, body: { code: 'not_ready' } })

		rmSync(join(`/proc/${server.pid}/root`, dataDir, 'ballast'))
		expect((await mum.get('/api/ready')).status).toBe(200)
		for (const _ of [1, 2, 3]) {
			const { status, body } = await mum.rate()
			expect(status).toBe(201)
			acknowledged.push(body.id)
		}

		expect((await readable()).toSorted()).toEqual(acknowledged.toSorted())
		expect(server.output.stderr).toContain('can be written to again')
		expect(await server.end('SIGTERM')).toBe(0)
	},
)

onThisSystem('a stop on a full disk is a stop like any other [B12]', async () => {
	const server = endLater(await startServer(onSmallDisk(freshFolder(), { size: '2m', ballast: '500k' })))
	const mum = await signUp(server, 'mum')
	let last = await mum.rate()
	while (last.status === 201) last = await mum.rate()

	expect(last.body).toMatchObject({ code: 'storage_full' })
	expect(await server.end('SIGTERM')).toBe(0)
})

onThisSystem(
	'a member who deletes their account has left, also where a full disk has no room to rewrite the file [B12]',
	async () => {
		const dataDir = freshFolder()
		const server = endLater(await startServer(onSmallDisk(dataDir, { size: '3m', ballast: '0' })))
		const [kid, mum, dad] = [await signUp(server, 'kid'), await signUp(server, 'mum'), await signUp(server, 'dad')]
		const disk = join(`/proc/${server.pid}/root`, dataDir)
		// The log is empty afterwards, and the next rewrite needs one page more than the disk has.
		expect((await kid.leave()).status).toBe(200)
		const { bavail, bsize } = statfsSync(disk)
		const room = statSync(join(disk, 'backseat.db')).size - 4096
		writeFileSync(join(disk, 'ballast'), new Uint8Array(bavail * bsize - room))

		expect((await mum.leave()).status).toBe(200)

		expect((await dad.get('/api/ready')).status).toBe(200)
		expect((await dad.rate()).status).toBe(201)
		expect(server.output.stderr).not.toContain('THE DISK')
		expect(await server.end('SIGTERM')).toBe(0)
		expect(server.output.stderr).toContain('can still be read in unused parts of backseat.db')
	},
)

onThisSystem.each(['8k', '40k', '100k', '150k'])(
	'a start with %s of room says in one line that the disk is full [B12]',
	async (room) => {
		const dataDir = freshFolder()
		const free = 300 - Number.parseInt(room, 10)

		const refusal = await runToEnd({
			...onSmallDisk(dataDir, { size: '300k', ballast: `${free}k` }),
			flags: ['--port', '0', '--data-dir', dataDir],
		})

		expect(refusal.stderr).toMatch(/^The disk is full: \S+ cannot be written to\. Free some space and start again\.\n$/)
		expect(refusal.stderr).toContain(dataDir)
		expect(refusal).toMatchObject({ exitCode: 74, stdout: '' })
	},
)
