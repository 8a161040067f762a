import { afterEach, expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { type FileLock, takeInstanceLock } from './data/instance-lock.ts'
import { withRunningAddress, writeRunningAddress } from './running-address.ts'

const locks: FileLock[] = []
afterEach(() => {
	for (const lock of locks.splice(0)) lock.release()
})

/** A folder with a running server that got these settings as flags, so commands do not know them. */
function folderOfServer(flags: Partial<Config>): string {
	const dataDir = freshFolder()
	locks.push(takeInstanceLock(dataDir))
	writeRunningAddress({ ...defaultConfig, dataDir, ...flags })
	return dataDir
}

const FLAGS = {
	host: '0.0.0.0',
	port: 8443,
	basePath: '/rides',
	tlsCert: '/srv/cert.pem',
	tlsKey: '/srv/key.pem',
	publicUrl: new URL('https://rides.example.org/rides'),
	trustedProxies: ['10.0.0.1'],
}

test('a command without flags has the address of the running server [B16]', () => {
	const dataDir = folderOfServer(FLAGS)

	expect(withRunningAddress({ ...defaultConfig, dataDir }, {})).toEqual({ ...defaultConfig, dataDir, ...FLAGS })
	expect(statSync(join(dataDir, 'running.json')).mode & 0o077).toBe(0)
})

test('variables and backseat.toml may have changed since its start; a flag of the command is meant', () => {
	const dataDir = folderOfServer(FLAGS)
	const settings = { ...defaultConfig, dataDir, host: '127.0.0.1', port: 9000, basePath: '' }

	expect(withRunningAddress(settings, {})).toMatchObject({ host: '0.0.0.0', port: 8443, basePath: '/rides' })
	expect(withRunningAddress(settings, { port: '9000' })).toMatchObject({ host: '0.0.0.0', port: 9000 })
	expect(withRunningAddress(settings, { host: '127.0.0.1' })).toMatchObject({ host: '127.0.0.1', port: 8443 })
	expect(withRunningAddress({ ...settings, host: '0.0.0.0' }, { lan: true })).toMatchObject({ host: '0.0.0.0' })
	expect(withRunningAddress(settings, { 'base-path': '/' })).toMatchObject({ basePath: '' })
})

test('a command finds a server at a socket, unless a flag of its own names another place', () => {
	const listen = 'unix:/run/backseat/rides.sock'
	const dataDir = folderOfServer({ listen })
	const settings = { ...defaultConfig, dataDir }

	expect(withRunningAddress(settings, {})).toMatchObject({ listen })
	expect(withRunningAddress(settings, { port: '9000' })).toMatchObject({ listen: null })
	expect(withRunningAddress({ ...settings, dataDir: folderOfServer({}), listen }, {})).toMatchObject({ listen: null })
})

test('a public address that is set anywhere is the one in links', () => {
	const publicUrl = new URL('https://new.example.org')

	expect(withRunningAddress({ ...defaultConfig, dataDir: folderOfServer(FLAGS), publicUrl }, {})).toMatchObject({
		publicUrl,
		basePath: '/rides',
	})
})

test('what a killed server left says nothing, and neither does a file that was edited [B16]', () => {
	const dataDir = folderOfServer(FLAGS)
	const settings = { ...defaultConfig, dataDir }

	writeFileSync(join(dataDir, 'running.json'), '{"host":"evil.example"}')
	expect(withRunningAddress(settings, {})).toEqual(settings)
	writeRunningAddress({ ...settings, ...FLAGS })
	locks.pop()?.release()
	expect(withRunningAddress(settings, {})).toEqual(settings)
})

test('what a server of the version before left is understood', () => {
	const dataDir = folderOfServer(FLAGS)
	const left = { host: '::', port: 80, basePath: '', tlsCert: null, publicUrl: null }
	writeFileSync(join(dataDir, 'running.json'), JSON.stringify(left))

	expect(withRunningAddress({ ...defaultConfig, dataDir }, {})).toEqual({ ...defaultConfig, dataDir, ...left })
})
