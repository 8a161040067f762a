import { EXIT, type ExitCode, isStartProblem, type StartProblem } from '#contract/start-problems.ts'
import { t } from '#contract/text.ts'
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
	if (NO_PROGRAM.includes(end.code)) return wrongKind()
	if (end.isTooSlow) return tooSlow()
	// A newer server may use other exit codes.
	const known: Partial<Record<number, () => TroubleText>> = byExitCode
	return known[end.code ?? EXIT.bug]?.() ?? keepsStalling()
}

const byProblem: Record<StartProblem, (dataDir: string, message: string) => TroubleText> = {
	bad_flag: () => partsDoNotFit(),
	bad_setting: (_dataDir, message) => settingRefused(message),
	bug: () => keepsStalling(),
	data_damaged: dataDamaged,
	data_foreign: dataForeign,
	data_in_use: () => dataInUse(),
	data_lost: dataLost,
	data_newer: () => dataNewer(),
	data_older: () => doesNotStart(),
	disk_fails: diskFails,
	disk_full: () => diskFull(),
	folder_closed: folderClosed,
	folder_is_file: folderIsFile,
	migration_failed: () => notBroughtUpToDate(),
	port_taken: () => noPort(),
	refused: () => doesNotStart(),
}

/** Used without a problem code. Where an exit code stands for several problems, advice for one of them could be wrong. */
const byExitCode: Record<ExitCode, () => TroubleText> = {
	[EXIT.refused]: () => keepsStalling(),
	[EXIT.badFlag]: () => partsDoNotFit(),
	[EXIT.badData]: () => doesNotStart(),
	[EXIT.portTaken]: () => noPort(),
	[EXIT.bug]: () => keepsStalling(),
	[EXIT.noDataFolder]: () => doesNotStart(),
	[EXIT.diskFails]: () => doesNotStart(),
	[EXIT.dataInUse]: () => dataInUse(),
	[EXIT.badSetting]: () => doesNotStart(),
}

function notStarted(spawnError: string): TroubleText {
	if (spawnError === 'ENOENT' || spawnError === 'ENOTDIR') return engineMissing()
	if (['ENOEXEC', 'EFTYPE', 'EBADARCH'].includes(spawnError)) return wrongKind()
	return notAllowed(spawnError)
}

const engineMissing = () =>
	text(
		t('The engine is missing'),
		t(
			'A part of Backseat is not where it was installed: the installation did not finish, or an antivirus program took it away. Install Backseat again; if it happens again, allow Backseat in the antivirus program. Your ratings are safe.',
		),
	)
const wrongKind = () =>
	text(
		t('This engine does not fit this car'),
		t(
			'A part of Backseat is damaged, or made for another kind of computer. Download Backseat for this computer and install it again. Your ratings are safe.',
		),
	)
const notAllowed = (spawnError: string) =>
	text(
		t('The engine may not start'),
		t(
			'This computer does not let Backseat run a part of itself ({code}). Allow Backseat in your antivirus or security program, or install it again, then choose Try again. Your ratings are safe.',
			{ code: spawnError },
		),
	)
const partsDoNotFit = () =>
	text(
		t('The parts do not fit together'),
		t(
			'Two parts of Backseat are from different versions, so an update probably did not finish. Install Backseat again. Your ratings are safe.',
		),
	)
const noPort = () =>
	text(
		t('Every parking space is taken'),
		t(
			'Backseat needs a network port of this computer to show its pages, and got none. Allow Backseat in your firewall or security program, or restart the computer, then choose Try again.',
		),
	)
const dataInUse = () =>
	text(
		t('Somebody else has the wheel'),
		t(
			'Another program is using your ratings, most likely a second Backseat. Close it, or restart the computer if you cannot find it, then choose Try again.',
		),
	)
const diskFull = () =>
	text(
		t('No room in the back'),
		t(
			'The disk of this computer is full, so Backseat cannot save anything. Free some space, then choose Try again. Your ratings are as they were.',
		),
	)
const tooSlow = () =>
	text(
		t('The engine takes too long to start'),
		t(
			'Backseat did not get going, though it was given half a minute each time. This computer may be very busy, or a security program may be looking at it: wait a little, then choose Try again.',
		),
	)
const notBroughtUpToDate = () =>
	text(
		t('The logbook does not fit this model yet'),
		t(
			'This version of Backseat could not take your ratings over, and changed nothing. Install the version you had before, and send the lines below to whoever looks after Backseat for you.',
		),
	)
const doesNotStart = () =>
	text(
		t('The engine does not start'),
		t(
			'Backseat could not start, and left your ratings as they are. The lines below say why: follow them if you can, and choose Try again, or send them to whoever looks after Backseat for you.',
		),
	)
const keepsStalling = () =>
	text(
		t('The engine keeps stalling'),
		t(
			'Backseat started several times and stopped again each time. Choose Try again, or restart the computer first. If it goes on, send the lines below to whoever looks after Backseat for you.',
		),
	)

const dataNewer = () =>
	text(
		t('This logbook is from a newer model'),
		t(
			'A newer Backseat than this one has used your ratings, and this one cannot read them. Nothing was changed. Install the newest Backseat and open it again.',
		),
	)

function dataForeign(dataDir: string) {
	return text(
		t('This is somebody else’s logbook'),
		t(
			'The file backseat.db in {folder} belongs to another program. Nothing was changed. Move that file to another folder, then choose Try again.',
			{ folder: dataDir },
		),
	)
}

function dataLost(dataDir: string) {
	return text(
		t('The logbook is gone'),
		`${t('The file with your ratings, backseat.db in {folder}, was there before, and now is missing or empty. If you have moved it, put it back and choose Try again.', { folder: dataDir })} ${putCopyBack(dataDir)}`,
	)
}

function dataDamaged(dataDir: string) {
	return text(
		t('The logbook is damaged'),
		`${t('The file with your ratings, backseat.db in {folder}, is damaged; Backseat left it as it is. Move every file there whose name starts with backseat.db to another folder and keep them.', { folder: dataDir })} ${putCopyBack(dataDir)}`,
	)
}

const putCopyBack = (dataDir: string) =>
	t(
		'Backseat makes a copy each day, in the folder “backups” in {folder}: take the newest, put a copy of it where the file was, name it backseat.db, and choose Try again. If there is none, ask someone who knows computers before you go on.',
		{ folder: dataDir },
	)

function diskFails(dataDir: string) {
	return text(
		t('The road is giving way'),
		t(
			'The disk of this computer reports errors, so Backseat stopped before it wrote anything more. Your ratings were left as they are. Copy the folder {folder} to another disk now, and have this one checked. Then choose Try again.',
			{ folder: dataDir },
		),
	)
}

function folderIsFile(dataDir: string) {
	return text(
		t('No room for the logbook'),
		t(
			'Backseat keeps your ratings in the folder {folder}, but there is a file where that folder, or one around it, should be. Rename or move that file, then choose Try again.',
			{ folder: dataDir },
		),
	)
}

function folderClosed(dataDir: string) {
	return text(
		t('The logbook is locked'),
		t(
			'Backseat may not write in {folder}, where your ratings are kept. Give yourself the right to change that folder and the files in it, or move it off a disk that can only be read, then choose Try again.',
			{ folder: dataDir },
		),
	)
}

const settingRefused = (message: string) =>
	text(
		t('One setting is out of gear'),
		// Translators: {message} is a sentence, in English.
		t(
			'Backseat does not understand its settings file, backseat.toml in the data folder: {message} Correct that entry, or rename the file to drive without it, then choose Try again.',
			{ message },
		),
	)
