import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { VERSION } from '#server/version.ts'
import { addBackupCommands } from './data/backup-commands.ts'
import { addExportCommands } from './data/export-commands.ts'
import { addImportCommand } from './data/import-command.ts'
import { addAlertCommands } from './machine/alert-commands.ts'
import { addCheckPagesCommand, addDrawPicturesCommand } from './machine/child-process-commands.ts'
import { addConfigCommands } from './machine/config-commands.ts'
import { addDoctorCommands } from './machine/doctor-commands.ts'
import { addHealthcheckCommands } from './machine/healthcheck-commands.ts'
import { addPushCommands } from './machine/push-commands.ts'
import { addServiceCommands } from './machine/service-commands.ts'
import { addGhostCommands } from './people/ghost-commands.ts'
import { addInviteCommands } from './people/invite-commands.ts'
import { addReportCommands } from './people/report-commands.ts'
import { addUserCommands } from './people/user-commands.ts'
import type { CommandContext } from './terminal/command-context.ts'

export function addCommands(program: Command, context: CommandContext) {
	addUserCommands(program, context)
	addInviteCommands(program, context)
	addGhostCommands(program, context)
	addReportCommands(program, context)
	addBackupCommands(program, context)
	addExportCommands(program, context)
	addImportCommand(program, context)
	addConfigCommands(program, context)
	addHealthcheckCommands(program, context)
	addDoctorCommands(program, context)
	addAlertCommands(program, context)
	addPushCommands(program, context)
	addServiceCommands(program, context)
	addLicensesCommand(program, context)
	addCheckPagesCommand(program, context)
	addDrawPicturesCommand(program, context)
	addVersionCommand(program, context)
}

function addVersionCommand(program: Command, { print, printJson }: CommandContext) {
	const version = program.command('version').description('print the version').option('--json', 'print JSON')
	version.action(() => {
		if (version.opts<{ json?: true }>().json) printJson({ version: VERSION })
		else print(`backseat ${VERSION}`)
	})
}

/** scripts/build.ts creates this file from the bundled packages. The binary has it in the folder of every module. */
const EMBEDDED = join(import.meta.dir, 'licenses.txt.zst')
const OURS = join(import.meta.dir, '..', '..', 'LICENSE')

const NOT_BUILT = `
This is Backseat run from its sources, with nobody else's work in it. What is in the program says the program:
bun run build && dist/backseat licenses
`

function addLicensesCommand(program: Command, { printPieces }: CommandContext): void {
	program
		.command('licenses')
		.description('print the licence of Backseat and of everything that is in this program')
		.action(() => printPieces([allLicenses()]))
}

const allLicenses = () =>
	existsSync(EMBEDDED)
		? Bun.zstdDecompressSync(readFileSync(EMBEDDED)).toString()
		: readFileSync(OURS, 'utf8') + NOT_BUILT
