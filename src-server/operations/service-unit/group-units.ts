import server from '#deploy/systemd/backseat@.service' with { type: 'text' }
import door from '#deploy/systemd/backseat@.socket' with { type: 'text' }
import backup from '#deploy/systemd/backseat-backup@.service' with { type: 'text' }
import backupTimer from '#deploy/systemd/backseat-backup@.timer' with { type: 'text' }
import doorkeeper from '#deploy/systemd/backseat-door@.service' with { type: 'text' }
import { filledUnit, programWord } from './unit-file.ts'

/*
 * Many groups on one machine (docs/hosting-many.md): each is a folder and a socket, named by the group's host name, which
 * is %i in these templates. The socket wakes the group at a request; without requests it sleeps.
 */

/**
 * The services whose user `service install --group` names for each group. Groups must not share a user, because processes
 * of one user can read each other's files and variables through /proc. The templates name a user that does not exist, so
 * that a group without its own is not started as root.
 */
export const GROUP_SERVICES = ['backseat-door@.service', 'backseat@.service', 'backseat-backup@.service'] as const

const templates = {
	'backseat@.socket': door,
	'backseat-door@.service': doorkeeper,
	'backseat@.service': server,
	'backseat-backup@.timer': backupTimer,
	'backseat-backup@.service': backup,
}

/** Every unit file that a machine with many groups needs. Each begins with its own name. */
export function groupUnits(binary: string): { name: string; text: string }[] {
	const PROGRAM = programWord(binary)
	return Object.entries(templates).map(([name, template]) => ({ name, text: filledUnit(template, { PROGRAM }) }))
}
