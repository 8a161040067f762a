import { open, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { addSettings, configOf, DATA, say } from '#server/commands/terminal/command-line.ts'
import { openExistingData } from '#server/commands/terminal/open-data.ts'
import { printPieces } from '#server/commands/terminal/standard-output.ts'
import { memberService } from '#server/features/accounts/members.service.ts'
import { ownData, ownRatingsCsv } from '#server/features/own-account/own-data.service.ts'
import { atOneMoment, exportAsCsv, exportAsJson } from '#server/operations/export/export.service.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'

/** `backseat export`: the way out, to another program or a spreadsheet. No passwords, links or keys are in it. */
export function addExportCommands(program: Command): void {
	const exporting = program
		.command('export')
		.argument('[file]', 'where to; left away, standard output')
		.description('write out all people and ratings, or all about one member')
		.option('--format <json|csv>', 'json has everything, csv the ratings as a table', 'json')
		.option('--user <name>', 'only what is kept about this member, as they can download it themselves')
		.addHelpText('after', '\nTo move an instance or keep it safe, make a backup instead: backseat backup create')
	addSettings(exporting, DATA).action(async (file: string | undefined) => {
		const { format, user } = exporting.opts<{ format: string; user?: string }>()
		if (format !== 'json' && format !== 'csv') throw new StartRefused('--format is json or csv.', EXIT.badFlag)
		const db = openExistingData(configOf(exporting))
		const pieces = () => {
			if (user === undefined) return format === 'csv' ? exportAsCsv(db) : exportAsJson(db)
			const data = ownData(db, memberService(db).memberCalled(user).id)
			return [format === 'csv' ? ownRatingsCsv(data) : `${JSON.stringify(data, null, 2)}\n`]
		}
		await atOneMoment(db, () => (file === undefined ? print(pieces()) : writeNew(resolve(file), pieces())))
	})
}

async function print(pieces: Iterable<string>) {
	try {
		await printPieces(pieces)
	} catch (error) {
		throw notTaken(error, 'the export to standard output', 'What was written of it is worth nothing.')
	}
}

/** Only for this user's eyes, and never over something that is there. */
async function writeNew(path: string, pieces: Iterable<string>) {
	const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
		const reason = error.code === 'EEXIST' ? 'it is there already' : `${error.code}`
		throw new StartRefused(`Cannot write ${path}: ${reason}. Choose another file.`, EXIT.noDataFolder)
	})
	try {
		for (const piece of pieces) await file.writeFile(piece)
		await file.sync()
	} catch (error) {
		// Half an export would look like a whole one.
		await unlink(path)
		throw notTaken(error, path, 'Nothing was kept of it; choose a place with more room.')
	} finally {
		await file.close()
	}
	say(`Written: ${path}`)
}

/** What the system says of a disk is no bug of ours; anything else is, and stays what it was. */
function notTaken(error: unknown, what: string, advice: string): unknown {
	const { code, syscall } = error as NodeJS.ErrnoException
	return syscall ? new StartRefused(`Cannot write ${what}: ${code}. ${advice}`, EXIT.diskFails) : error
}
