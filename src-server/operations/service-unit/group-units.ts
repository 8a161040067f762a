import server from '#deploy/systemd/backseat@.service' with { type: 'text' }
import door from '#deploy/systemd/backseat@.socket' with { type: 'text' }
import backup from '#deploy/systemd/backseat-backup@.service' with { type: 'text' }
import backupTimer from '#deploy/systemd/backseat-backup@.timer' with { type: 'text' }
import doorkeeper from '#deploy/systemd/backseat-door@.service' with { type: 'text' }
import { filledUnit, programWord } from './unit-file.ts'

/*
 * Units for many groups on one machine (docs/hosting-many.md). Each group has a folder and a socket, named by its host name,
 * which is %i in these templates. A request wakes the group through its socket; without requests it sleeps.
 */

/**
 * Services that get each group's user from `service install --group`. Groups must not share a user, because processes of one
 * user can read each other's files and variables through /proc. The templates name a user that does not exist, so that a
 * group without its own never starts as root.
 */
export const GROUP_SERVICES = ['backseat-door@.service', 'backseat@.service', 'backseat-backup@.service'] as const

const templates = {
	'backseat@.socket': door,
	'backseat-door@.service': doorkeeper,
	'backseat@.service': server,
	'backseat-backup@.timer': backupTimer,
	'backseat-backup@.service': backup,
}

export function groupUnits(binary: string): { name: string; text: string }[] {
	const PROGRAM = programWord(binary)
	return Object.entries(templates).map(([name, template]) => ({ name, text: filledUnit(template, { PROGRAM }) }))
}
