import { unlinkSync } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { EXIT } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings, DATA } from '#server/commands/terminal/command-context.ts'
import { memberCalled } from '#server/features/accounts/users.ts'
import { noteInJournal, TERMINAL } from '#server/features/journal/journal.ts'
import { ownDataJson, ownRatingsCsv } from '#server/features/own-account/own-data.service.ts'
import { atOneMoment, exportAsCsv, exportAsJson } from '#server/operations/export/export.service.ts'
import { cleaningUpAtSignal } from '#server/process/signals.ts'
import { StartRefused } from '#server/start-refused.ts'

/** Must not contain passwords, links or keys. */
export function addExportCommands(program: Command, context: CommandContext): void {
	const exporting = program
		.command('export')
		.argument('[file]', 'where to; standard output if left out')
		.description('write out all people and ratings, or all about one member')
		.option('--format <json|csv>', 'json has everything, csv the ratings as a table', 'json')
		.option('--user <name>', 'only what is kept about this member, as they can download it themselves')
		.addHelpText('after', '\nTo move an instance or keep it safe, make a backup instead: backseat backup create')
	addSettings(exporting, DATA).action(async (file: string | undefined) => {
		const { format, user } = exporting.opts<{ format: string; user?: string }>()
		if (format !== 'json' && format !== 'csv') throw new StartRefused('--format is json or csv.', EXIT.badFlag)
		const data = context.openData(context.configOf(exporting))
		const pieces = () => {
			if (user === undefined) return format === 'csv' ? exportAsCsv(data) : exportAsJson(data)
			const { id } = memberCalled(data, user)
			return format === 'csv' ? ownRatingsCsv(data, id) : indented(ownDataJson(data, id))
		}
		await atOneMoment(data, () =>
			file === undefined ? printAll(context, pieces()) : writeNew(resolve(file), pieces()),
		)
		const subject = user === undefined ? undefined : memberCalled(data, user)
		data.db.write(() => noteInJournal(data, TERMINAL, { act: 'data_exported', subject }))
		if (file !== undefined) context.print(`Written: ${resolve(file)}`)
	})
}

const indented = (pieces: Iterable<string>) => [`${JSON.stringify(JSON.parse([...pieces].join('')), null, 2)}\n`]

async function printAll({ printPieces }: CommandContext, pieces: Iterable<string>) {
	try {
		await printPieces(pieces)
	} catch (error) {
		throw writeError(error, 'the export to standard output', 'What was written of it is worth nothing.')
	}
}

async function writeNew(path: string, pieces: Iterable<string>) {
	const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
		const reason = error.code === 'EEXIST' ? 'it is there already' : `${error.code}`
		throw new StartRefused(`Cannot write ${path}: ${reason}. Choose another file.`, EXIT.noDataFolder)
	})
	const write = async () => {
		for (const piece of pieces) await file.writeFile(piece)
		await file.sync()
	}
	try {
		// Deletes a partial export, which would look complete.
		await cleaningUpAtSignal(() => unlinkSync(path), write())
	} catch (error) {
		await unlink(path)
		throw writeError(error, path, 'Nothing was kept of it; choose a place with more room.')
	} finally {
		await file.close()
	}
}

/** Describes file system errors in one line and returns any other error, a bug, unchanged. */
function writeError(error: unknown, what: string, advice: string): unknown {
	const { code, syscall } = error as NodeJS.ErrnoException
	return syscall ? new StartRefused(`Cannot write ${what}: ${code}. ${advice}`, EXIT.diskFails) : error
}
