import type * as backups from '#contract/host/backups.ts'
import { NOT_A_HOST, NOT_NOW, type WordsOf } from '#contract/words/words.ts'

const params = { name: 'The name of its file, as in the list.' }
const NO_BACKUP = 'There is no such backup.'
const UNREADABLE = 'The folder of the backups cannot be read (`backups_unreadable`).'

export const hostBackupsWords: WordsOf<typeof backups> = {
	listBackups: {
		tag: 'Host',
		summary: 'The backups there are',
		description: 'Newest first; and the one that is being made, by the server’s schedule or for a host.',
		answers: { 200: 'The backups.', 403: NOT_A_HOST, 503: UNREADABLE },
	},
	startBackup: {
		tag: 'Host',
		summary: 'Make a backup now',
		description:
			'It goes on without the browser; the list says how far it is, and why it failed. While one is being made nothing is begun, and the answer tells of that one. Of those made by hand the newest ten are kept.',
		answers: {
			202: 'The list, with the one that is being made.',
			403: NOT_NOW,
			409: 'The disk has no room for two of them (`no_room`): the next daily one needs some.',
			503: UNREADABLE,
		},
	},
	verifyBackup: {
		tag: 'Host',
		summary: 'Read a backup to its last page',
		description: 'It goes on without the browser; the list says what was found. One after another.',
		params,
		answers: { 202: 'The list, in which it is being verified.', 403: NOT_NOW, 404: NO_BACKUP, 503: UNREADABLE },
	},
	removeBackup: {
		tag: 'Host',
		summary: 'Remove a backup that was made by hand',
		description: 'The file is deleted. The daily ones, and those from before updates, are removed by the server alone.',
		params,
		answers: {
			200: 'The list without it.',
			403: NOT_NOW,
			404: NO_BACKUP,
			409: 'The server made it by itself (`not_by_hand`), or it is being verified (`in_use`).',
			503: `${UNREADABLE} Or the file cannot be deleted (\`not_removed\`).`,
		},
	},
	downloadBackup: {
		tag: 'Host',
		summary: 'Download a backup',
		description:
			'The file has everything in it, who rated whom included: whoever has it has the instance. For a link: a request from another site is refused. It may be asked for in ranges; the journal has one line for each minute.',
		params,
		answers: { 200: 'The file.', 403: `${NOT_NOW} Or it came from another web site.`, 404: NO_BACKUP, 503: UNREADABLE },
	},
}
