import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { printable } from '#server/log/printable-text.ts'
import { StartRefused } from '#server/start-refused.ts'
import { GROUP_SERVICES } from './group-units.ts'
import { EX_UNAVAILABLE, inOneLine, run, runSystemctl, systemScope } from './systemd.ts'
import { STATE_FOLDER } from './unit-file.ts'

const UNITS = '/etc/systemd/system'

/**
 * The user name is a hash, because a host name contains dots and may exceed the limit of 31 characters. DynamicUser= would
 * derive one user for all groups, from the common part of the unit's name.
 */
export const userOfGroup = (group: string) =>
	`backseat-${createHash('sha256').update(group).digest('hex').slice(0, 20)}`

/** Above the IDs of login users and below systemd's own, with room for far more than the 900 IDs of services. */
const UIDS = 'r - 40000-59999'

/**
 * Creates a user for each group, names it in a drop-in for each of the group's services, and opens the group's socket. An
 * existing group is restarted and keeps its data, whose owner systemd updates at the next start.
 */
export function installGroups(groups: readonly string[], units = UNITS): void {
	for (const group of groups) refuseUnfitName(group)
	refuseWithoutTemplates(units)
	makeUsers(groups)
	for (const group of groups)
		for (const path of dropInsOf(group, units)) {
			const user = userOfGroup(group)
			mkdirSync(dirname(path), { recursive: true })
			writeFileSync(path, `# Made by 'backseat service install --group'.\n[Service]\nUser=${user}\nGroup=${user}\n`)
		}
	runSystemctl(systemScope, 'daemon-reload')
	runSystemctl(systemScope, 'enable', '--now', ...groups.map(socketOf))
	runSystemctl(systemScope, 'try-restart', ...groups.flatMap((group) => [serverOf(group), doorOf(group)]))
}

export function uninstallGroups(groups: readonly string[], units = UNITS): void {
	for (const group of groups) refuseUnfitName(group)
	runSystemctl(systemScope, 'disable', '--now', ...groups.map(socketOf))
	runSystemctl(systemScope, 'stop', ...groups.flatMap((group) => [doorOf(group), serverOf(group)]))
	for (const path of groups.flatMap((group) => dropInsOf(group, units))) {
		rmSync(path, { force: true })
		// `systemctl edit` keeps the operator's changes in the same folder.
		if (existsSync(dirname(path)) && readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path))
	}
	runSystemctl(systemScope, 'daemon-reload')
}

const socketOf = (group: string) => `backseat@${group}.socket`
const serverOf = (group: string) => `backseat@${group}.service`
const doorOf = (group: string) => `backseat-door@${group}.service`

const dropInsOf = (group: string, units: string) =>
	GROUP_SERVICES.map((template) => join(units, `${template.replace('@', `@${group}`)}.d`, 'user.conf'))

/** A socket's path is limited to 107 characters, which leaves 75 for the name. */
function refuseUnfitName(group: string) {
	const label = '[a-z0-9]([a-z0-9-]*[a-z0-9])?'
	if (group.length <= 75 && new RegExp(`^${label}(\\.${label})*$`).test(group)) return
	throw new StartRefused(
		`A group cannot have the name ${printable(group)}: it takes a host name in lower case, of 75 characters at most.`,
		EXIT.badFlag,
	)
}

function refuseWithoutTemplates(units: string) {
	const missing = GROUP_SERVICES.map((name) => join(units, name)).find((path) => !existsSync(path))
	if (missing === undefined) return
	throw new StartRefused(
		`There is no ${missing}. Put the units there first: 'backseat service install --many --print', and docs/hosting-many.md.`,
		EX_UNAVAILABLE,
	)
}

function makeUsers(groups: readonly string[]) {
	const lines = groups
		.filter((group) => run('id', [userOfGroup(group)]).exitCode !== 0)
		.map((group) => `u ${userOfGroup(group)} - "Backseat of ${group}" ${STATE_FOLDER}/${group}`)
	if (lines.length === 0) return
	const { exitCode, stderr } = run('systemd-sysusers', ['--inline', UIDS, ...lines])
	if (exitCode !== 0) throw new StartRefused(`Cannot make the users of groups: ${inOneLine(stderr)}`, EX_UNAVAILABLE)
}
