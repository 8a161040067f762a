import { EXIT, type ExitCode, isStartProblem, type StartProblem } from '#contract/start-problems.ts'
import type { ServerEnd } from './server-child.ts'
import { NO_PROGRAM } from './start-rules.ts'

/*
 * Texts for users who know nothing of servers: each explains the problem, reassures them that their ratings are safe, and
 * says how to fix it. 'Try again' and 'Open data folder' are buttons on that page.
 */

export type Trouble = {
	title: string
	explanation: string
	log: string[]
}

export type TroubleText = Omit<Trouble, 'log'>

const text = (title: string, explanation: string): TroubleText => ({ title, explanation })

/** Decides by the server's problem code, otherwise by the exit code. The server's message is display text and decides nothing. */
export function troubleAfter(end: ServerEnd, dataDir: string): TroubleText {
	if (end.spawnError !== null) return notStarted(end.spawnError)
	if (end.refusal && isStartProblem(end.refusal.code)) return byProblem[end.refusal.code](dataDir, end.refusal.message)
	if (NO_PROGRAM.includes(end.code)) return wrongKind
	if (end.isTooSlow) return tooSlow
	// A newer server may use other exit codes.
	const known: Partial<Record<number, () => TroubleText>> = byExitCode
	return known[end.code ?? EXIT.bug]?.() ?? keepsStalling
}

const byProblem: Record<StartProblem, (dataDir: string, message: string) => TroubleText> = {
	bad_flag: () => partsDoNotFit,
	bad_setting: (_dataDir, message) => settingRefused(message),
	bug: () => keepsStalling,
	data_damaged: dataDamaged,
	data_foreign: dataForeign,
	data_in_use: () => dataInUse,
	data_lost: dataLost,
	data_newer: () => dataNewer,
	data_older: () => doesNotStart,
	disk_fails: diskFails,
	disk_full: () => diskFull,
	folder_closed: folderClosed,
	folder_is_file: folderIsFile,
	migration_failed: () => notBroughtUpToDate,
	port_taken: () => noPort,
	refused: () => doesNotStart,
}

/** Used without a problem code. Where an exit code stands for several problems, advice for one of them could be wrong. */
const byExitCode: Record<ExitCode, () => TroubleText> = {
	[EXIT.refused]: () => keepsStalling,
	[EXIT.badFlag]: () => partsDoNotFit,
	[EXIT.badData]: () => doesNotStart,
	[EXIT.portTaken]: () => noPort,
	[EXIT.bug]: () => keepsStalling,
	[EXIT.noDataFolder]: () => doesNotStart,
	[EXIT.diskFails]: () => doesNotStart,
	[EXIT.dataInUse]: () => dataInUse,
	[EXIT.badSetting]: () => doesNotStart,
}

function notStarted(spawnError: string): TroubleText {
	if (spawnError === 'ENOENT' || spawnError === 'ENOTDIR') return engineMissing
	if (['ENOEXEC', 'EFTYPE', 'EBADARCH'].includes(spawnError)) return wrongKind
	return notAllowed(spawnError)
}

const engineMissing = text(
	'The engine is missing',
	'A part of Backseat is not where it was installed: the installation did not finish, or an antivirus program took it away. Install Backseat again; if it happens again, allow Backseat in the antivirus program. Your ratings are safe.',
)
const wrongKind = text(
	'This engine does not fit this car',
	'A part of Backseat is damaged, or made for another kind of computer. Download Backseat for this computer and install it again. Your ratings are safe.',
)
const notAllowed = (spawnError: string) =>
	text(
		'The engine may not start',
		`This computer does not let Backseat run a part of itself (${spawnError}). Allow Backseat in your antivirus or security program, or install it again, then choose Try again. Your ratings are safe.`,
	)
const partsDoNotFit = text(
	'The parts do not fit together',
	'Two parts of Backseat are from different versions, so an update probably did not finish. Install Backseat again. Your ratings are safe.',
)
const noPort = text(
	'Every parking space is taken',
	'Backseat needs a network port of this computer to show its pages, and got none. Allow Backseat in your firewall or security program, or restart the computer, then choose Try again.',
)
const dataInUse = text(
	'Somebody else has the wheel',
	'Another program is using your ratings, most likely a second Backseat. Close it, or restart the computer if you cannot find it, then choose Try again.',
)
const diskFull = text(
	'No room in the back',
	'The disk of this computer is full, so Backseat cannot save anything. Free some space, then choose Try again. Your ratings are as they were.',
)
const tooSlow = text(
	'The engine takes too long to start',
	'Backseat did not get going, though it was given half a minute each time. This computer may be very busy, or a security program may be looking at it: wait a little, then choose Try again.',
)
const notBroughtUpToDate = text(
	'The logbook does not fit this model yet',
	'This version of Backseat could not take your ratings over, and changed nothing. Install the version you had before, and send the lines below to whoever looks after Backseat for you.',
)
const doesNotStart = text(
	'The engine does not start',
	'Backseat could not start, and left your ratings as they are. The lines below say why: follow them if you can, and choose Try again, or send them to whoever looks after Backseat for you.',
)
const keepsStalling = text(
	'The engine keeps stalling',
	'Backseat started several times and stopped again each time. Choose Try again, or restart the computer first. If it goes on, send the lines below to whoever looks after Backseat for you.',
)

const dataNewer = text(
	'This logbook is from a newer model',
	'A newer Backseat than this one has used your ratings, and this one cannot read them. Nothing was changed. Install the newest Backseat and open it again.',
)

function dataForeign(dataDir: string) {
	return text(
		'This is somebody else’s logbook',
		`The file backseat.db in ${dataDir} belongs to another program. Nothing was changed. Move that file to another folder, then choose Try again.`,
	)
}

function dataLost(dataDir: string) {
	return text(
		'The logbook is gone',
		`The file with your ratings, backseat.db in ${dataDir}, was there before, and now is missing or empty. If you have moved it, put it back and choose Try again. ${putCopyBack(dataDir)}`,
	)
}

function dataDamaged(dataDir: string) {
	return text(
		'The logbook is damaged',
		`The file with your ratings, backseat.db in ${dataDir}, is damaged; Backseat left it as it is. Move every file there whose name starts with backseat.db to another folder and keep them. ${putCopyBack(dataDir)}`,
	)
}

const putCopyBack = (dataDir: string) =>
	`Backseat makes a copy each day, in the folder “backups” in ${dataDir}: take the newest, put a copy of it where the file was, name it backseat.db, and choose Try again. If there is none, ask someone who knows computers before you go on.`

function diskFails(dataDir: string) {
	return text(
		'The road is giving way',
		`The disk of this computer reports errors, so Backseat stopped before it wrote anything more. Your ratings were left as they are. Copy the folder ${dataDir} to another disk now, and have this one checked. Then choose Try again.`,
	)
}

function folderIsFile(dataDir: string) {
	return text(
		'No room for the logbook',
		`Backseat keeps your ratings in the folder ${dataDir}, but there is a file where that folder, or one around it, should be. Rename or move that file, then choose Try again.`,
	)
}

function folderClosed(dataDir: string) {
	return text(
		'The logbook is locked',
		`Backseat may not write in ${dataDir}, where your ratings are kept. Give yourself the right to change that folder and the files in it, or move it off a disk that can only be read, then choose Try again.`,
	)
}

const settingRefused = (message: string) =>
	text(
		'One setting is out of gear',
		`Backseat does not understand its settings file, backseat.toml in the data folder: ${message} Correct that entry, or rename the file to drive without it, then choose Try again.`,
	)
