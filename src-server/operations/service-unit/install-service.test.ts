import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forsakenPort, freshFolder } from '#server/testing/server-process.ts'
import { installService, refuseUnfitProgram, refuseUnlessRoot, uninstallService } from './install-service.ts'
import { refuseWithoutSystemd, serviceStatusOf, systemScope, userScope } from './systemd.ts'
import { recordingSystemd } from './testing/recording-systemd.ts'
import { MADE_BY_US } from './unit-file.ts'

const PATH = process.env.PATH
let cleanUp = () => {}
afterEach(() => {
	cleanUp()
	process.env.PATH = PATH
})

/** A machine with systemd; services started there end with the test. */
function machine(options: { isUser?: boolean; settings?: string } = {}) {
	const systemd = recordingSystemd(options)
	process.env.PATH = `${systemd.path}:${PATH}`
	const { place, binary } = systemd
	writeFileSync(place.envFile, options.settings ?? `BACKSEAT_PORT=${forsakenPort()}\n`)
	const wanted = { binary, dataDir: place.dataDir, backupDir: null }
	cleanUp = () => void uninstallService(place)
	return { ...systemd, wanted }
}

test('a service is made, started, answers, and starts with the machine', async () => {
	const { place, wanted, calls } = machine()

	const condition = await installService(place, wanted)

	expect(condition).toMatchObject({ isInstalled: true, state: 'active', isHealthy: true, startsWithMachine: true })
	expect(existsSync(join(place.dataDir, 'backseat.db'))).toBe(true)
	expect(calls().filter((line) => !line.includes(' show '))).toEqual([
		'id backseat',
		'systemd-sysusers --inline u backseat - "Backseat" /var/lib/backseat',
		'systemctl --no-pager daemon-reload',
		'systemctl --no-pager enable backseat.service',
		'systemctl --no-pager restart backseat.service',
	])
})

test('installing again overwrites the unit and leaves settings alone', async () => {
	const { place, wanted } = machine()
	const settings = readFileSync(place.envFile, 'utf8')
	writeFileSync(place.unitFile, `${MADE_BY_US}\nof an older version\n`)

	expect((await installService(place, wanted)).isHealthy).toBe(true)

	expect(readFileSync(place.unitFile, 'utf8')).not.toContain('older version')
	expect(readFileSync(place.envFile, 'utf8')).toBe(settings)
})

test('settings with passwords get a file of their own that only root can read', async () => {
	const { place, wanted } = machine()
	const fresh = { ...place, envFile: join(freshFolder(), 'etc', 'backseat.env') }

	// Only the unit file matters: its port is 7433, which another program may use.
	await installService(fresh, { ...wanted, binary: '/bin/true' }).catch(() => {})

	expect(statSync(fresh.envFile).mode & 0o777).toBe(0o600)
	expect(readFileSync(fresh.envFile, 'utf8').replaceAll(/^#.*\n/gm, '')).toBe('')
})

test('a start that fails says why, in the words of the server', async () => {
	const { place, wanted } = machine({ settings: 'BACKSEAT_SIGNUP=maybe\n' })

	const condition = await installService(place, wanted)

	expect(condition).toMatchObject({ state: 'failed', isHealthy: false, exitCode: 78 })
	expect(condition.lastWords).toEqual([expect.stringContaining('Bad value for BACKSEAT_SIGNUP: "maybe"')])
})

test('a unit that somebody wrote by hand is left as it is', async () => {
	const { place, wanted, calls } = machine()
	const mine = '[Service]\nExecStart=/opt/mine\n'
	writeFileSync(place.unitFile, mine)

	expect(installService(place, wanted)).rejects.toThrow('was made by somebody else and was left as it is')

	expect(readFileSync(place.unitFile, 'utf8')).toBe(mine)
	expect(calls()).toEqual([])
})

test('a folder whose name would be lines of the unit is refused before anything is done [T31]', async () => {
	const { place, wanted, calls } = machine()
	const dataDir = join(freshFolder(), 'rides\nUser=root')
	mkdirSync(dataDir)

	expect(installService(place, { ...wanted, dataDir })).rejects.toThrow('rides\\u000aUser=root: a character')

	expect(calls()).toEqual([])
	expect(existsSync(place.unitFile)).toBe(false)
})

test('a folder that the service could not make itself must be there, and the line that makes it is said', async () => {
	const { place, wanted } = machine()
	const backupDir = join(freshFolder(), 'backup disk')

	expect(installService(place, { ...wanted, backupDir })).rejects.toThrow(
		`There is no ${backupDir}. Make it first: sudo install -d -m 700 -o backseat -g backseat ${backupDir}`,
	)
	expect(existsSync(place.unitFile)).toBe(false)
	mkdirSync(backupDir)
	expect((await installService(place, { ...wanted, backupDir })).isHealthy).toBe(true)
})

test('a service of one person needs no user of its own, and asks their systemd', async () => {
	const { place, wanted, calls } = machine({ isUser: true })

	expect((await installService(place, wanted)).isHealthy).toBe(true)

	for (const line of calls()) expect(line).toStartWith('systemctl --user ')
})

test('uninstalling stops it and takes the unit away; data and settings stay', async () => {
	const { place, wanted, calls } = machine()
	await installService(place, wanted)

	expect(uninstallService(place)).toBe(true)

	expect(calls()).toContain('systemctl --no-pager disable --now backseat.service')
	expect(existsSync(place.unitFile)).toBe(false)
	expect(existsSync(join(place.dataDir, 'backseat.db'))).toBe(true)
	expect(existsSync(place.envFile)).toBe(true)
	expect(serviceStatusOf(place, wanted)).toMatchObject({
		isInstalled: false,
		state: 'inactive',
		isHealthy: false,
		memoryBytes: null,
	})
	expect(uninstallService(place)).toBe(false)
})

test('where systemctl fails, its words are passed on', async () => {
	const { place, wanted, path } = machine()
	writeFileSync(join(path, 'systemctl'), '#!/bin/sh\necho "Access denied" >&2\nexit 4\n')
	cleanUp = () => {}

	expect(installService(place, wanted)).rejects.toThrow('systemctl daemon-reload failed (4): Access denied')
})

const mum = userScope('/home/mum')

test('a program in a place that the service cannot see, or that is emptied, is refused with the line that moves it', () => {
	for (const path of ['/home/mum/backseat', '/root/backseat', '/tmp/backseat', '/var/tmp/b/backseat'])
		expect(() => refuseUnfitProgram(systemScope, path, '1.0.0')).toThrow(
			'sudo install -m 755 backseat /usr/local/bin/backseat',
		)
	for (const path of ['/usr/local/bin/backseat', '/opt/backseat', '/homework/backseat'])
		expect(() => refuseUnfitProgram(systemScope, path, '1.0.0')).not.toThrow()
})

test('a service of one person may run from their home', () => {
	expect(() => refuseUnfitProgram(mum, '/home/mum/bin/backseat', '1.0.0')).not.toThrow()
	expect(() => refuseUnfitProgram(mum, '/tmp/backseat', '1.0.0')).toThrow('is emptied')
})

test('only root makes a service of the machine; anybody one of their own', () => {
	expect(() => refuseUnlessRoot(systemScope, 1000)).toThrow('Run this with sudo; or with --user')
	expect(() => refuseUnlessRoot(systemScope, 0)).not.toThrow()
	expect(() => refuseUnlessRoot(mum, 1000)).not.toThrow()
})

test('without systemd it is said what to do instead', () => {
	expect(() => refuseWithoutSystemd(false)).toThrow(/^This machine was not started by systemd.*in a container\.$/)
	expect(() => refuseWithoutSystemd(true)).not.toThrow()
})
