import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { testServers } from '#server/testing/test-servers.ts'
import { isInstanceRunning, takeInstanceLock } from './instance-lock.ts'

setDefaultTimeout(30_000)

const { start, startDesktop } = testServers()

test('a second server for the same data is refused by the folder, and the first goes on; killed, it leaves nothing but a free lock file [B6] [B16]', async () => {
	const dataDir = freshFolder()
	const first = await start({ dataDir })

	const second = await runToEnd({ flags: ['--port', '0', '--data-dir', dataDir] })

	expect(second.exitCode).toBe(75)
	expect(second.stderr).toBe(`Another Backseat is using ${dataDir}. Stop it first, or choose another --data-dir.\n`)
	expect(second.stdout).toBe('')
	expect((await fetch(`${first.origin}/api/ready`)).status).toBe(200)
	expect(isInstanceRunning(dataDir)).toBeTrue()

	await first.end('SIGKILL')
	expect(isInstanceRunning(dataDir)).toBeFalse()
	takeInstanceLock(dataDir, 0).release()
	expect(readdirSync(dataDir).filter((name) => name.startsWith('lock.db'))).toEqual(['lock.db'])
	expect(statSync(join(dataDir, 'lock.db'))).toMatchObject({ size: 0 })
	expect(statSync(join(dataDir, 'lock.db')).mode & 0o777).toBe(0o600)
})

test('a desktop app and a server share no data folder either; after kill -9 it is free [B16]', async () => {
	const dataDir = freshFolder()
	const desktop = await startDesktop({ dataDir })

	expect(() => takeInstanceLock(dataDir, 0)).toThrow('Another Backseat is using')
	await desktop.end('SIGKILL')
	takeInstanceLock(dataDir, 0).release()
})

test('a command that replaces the data keeps a server from starting until it releases the lock', () => {
	const dataDir = freshFolder()
	const umask = process.umask(0)
	const lock = takeInstanceLock(dataDir)
	process.umask(umask)

	expect(isInstanceRunning(dataDir)).toBeTrue()
	expect(statSync(join(dataDir, 'lock.db')).mode & 0o777).toBe(0o600)
	expect(() => takeInstanceLock(dataDir, 0)).toThrow('Another Backseat is using')
	expect(readdirSync(dataDir)).toEqual(['lock.db'])
	lock.release()
	lock.release()
	expect(isInstanceRunning(dataDir)).toBeFalse()
	takeInstanceLock(dataDir, 0).release()
})

test('a start waits a little for a server that is still stopping', async () => {
	const dataDir = freshFolder()
	const stop = join(freshFolder(), 'stop')
	const held = Bun.spawn(
		[
			process.execPath,
			'-e',
			`(await import('${import.meta.dir}/instance-lock.ts')).takeInstanceLock('${dataDir}'); console.log('held'); while (!(await Bun.file('${stop}').exists())) await Bun.sleep(10); await Bun.sleep(300)`,
		],
		{ stdout: 'pipe' },
	)
	await held.stdout.getReader().read()
	writeFileSync(stop, '')

	expect(() => takeInstanceLock(dataDir, 0)).toThrow('Another Backseat is using')
	takeInstanceLock(dataDir, 10_000).release()
})

test('a lock is held until it is released, also when nothing refers to it', () => {
	const dataDir = freshFolder()
	takeInstanceLock(dataDir)
	Bun.gc(true)

	expect(isInstanceRunning(dataDir)).toBeTrue()
	expect(() => takeInstanceLock(dataDir, 0)).toThrow('Another Backseat is using')
})

test('a folder where there was never a server has none running', () => {
	const dataDir = freshFolder()

	expect(isInstanceRunning(dataDir)).toBeFalse()
	expect(readdirSync(dataDir)).toEqual([])
})
