import { afterEach, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '#server/testing/server-process.ts'
import { groupUnits } from './group-units.ts'
import { installGroups, uninstallGroups, userOfGroup } from './install-groups.ts'
import { recordingSystemd } from './testing/recording-systemd.ts'

const PATH = process.env.PATH
afterEach(() => {
	process.env.PATH = PATH
})

const [OMA, CHOIR] = ['oma.rides.example.org', 'choir.rides.example.org']

/** A machine that has the units of docs/hosting-many.md. */
function machine() {
	const { path, calls } = recordingSystemd()
	process.env.PATH = `${path}:${PATH}`
	const units = freshFolder()
	for (const { name, text } of groupUnits('/bin/true')) writeFileSync(join(units, name), text)
	const dropIns = (group: string) =>
		['backseat-door', 'backseat', 'backseat-backup'].map((name) => join(units, `${name}@${group}.service.d/user.conf`))
	return { units, calls, dropIns }
}

test('each group gets a user of its own, in each of its services, and then a socket [T71]', () => {
	const { units, calls, dropIns } = machine()

	installGroups([OMA, CHOIR], units)

	const [oma, choir] = [userOfGroup(OMA), userOfGroup(CHOIR)]
	expect(oma).not.toBe(choir)
	for (const path of dropIns(OMA))
		expect(readFileSync(path, 'utf8')).toContain(`[Service]\nUser=${oma}\nGroup=${oma}\n`)
	for (const path of dropIns(CHOIR)) expect(readFileSync(path, 'utf8')).toContain(`User=${choir}\nGroup=${choir}\n`)
	expect(calls()).toEqual([
		`id ${oma}`,
		`id ${choir}`,
		`systemd-sysusers --inline r - 40000-59999 u ${oma} - "Backseat of ${OMA}" /var/lib/backseat/${OMA} u ${choir} - "Backseat of ${CHOIR}" /var/lib/backseat/${CHOIR}`,
		'systemctl --no-pager daemon-reload',
		`systemctl --no-pager enable --now backseat@${OMA}.socket backseat@${CHOIR}.socket`,
		`systemctl --no-pager try-restart ${[OMA, CHOIR].map((group) => `backseat@${group}.service backseat-door@${group}.service`).join(' ')}`,
	])
})

test('the user has a name that every system takes, however long that of the group is, and keeps it [T71]', () => {
	for (const group of [OMA, 'a'.repeat(75), '3-koenige.rides.example.org'])
		expect(userOfGroup(group)).toMatch(/^[a-z][a-z0-9-]{0,30}$/)
	// Must not change, because files and users of existing machines have this name.
	expect(userOfGroup(OMA)).toBe('backseat-c72574c9b1371ff07e52')
})

test('closing a group removes what opened it, and leaves the changes of its operator', () => {
	const { units, calls, dropIns } = machine()
	installGroups([OMA, CHOIR], units)
	const override = join(units, `backseat@${OMA}.service.d/override.conf`)
	writeFileSync(override, '[Service]\nPrivateNetwork=no\n')

	uninstallGroups([OMA], units)

	expect(calls().slice(-3)).toEqual([
		`systemctl --no-pager disable --now backseat@${OMA}.socket`,
		`systemctl --no-pager stop backseat-door@${OMA}.service backseat@${OMA}.service`,
		'systemctl --no-pager daemon-reload',
	])
	expect(dropIns(OMA).filter(existsSync)).toEqual([])
	expect(existsSync(join(units, `backseat-door@${OMA}.service.d`))).toBe(false)
	expect(existsSync(override)).toBe(true)
	expect(dropIns(CHOIR).filter(existsSync)).toHaveLength(3)
})

test.each([
	'Oma.example.org',
	'../oma',
	'oma/x',
	'oma..example',
	'.oma',
	'oma_x',
	'oma\nUser=root',
	'-oma',
	'a'.repeat(76),
	'',
])('a group cannot be called %j: nothing is done [T71]', (name) => {
	const { units, calls } = machine()

	for (const act of [installGroups, uninstallGroups])
		expect(() => act([OMA, name], units)).toThrow(/^A group cannot have the name [^\n]*: it takes a host name/)

	expect(calls()).toEqual([])
})

test('without the units of many groups no group is made, and the command that prints them is named', () => {
	const { calls } = machine()

	expect(() => installGroups([OMA], freshFolder())).toThrow(/^There is no .* 'backseat service install --many --print'/)

	expect(calls()).toEqual([])
})
