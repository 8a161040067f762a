import type { Command } from 'commander'
import { VERSION } from '#server/version.ts'
import { addBackupCommands } from './data/backup-commands.ts'
import { addExportCommands } from './data/export-commands.ts'
import { addCheckPagesCommand } from './machine/check-pages-command.ts'
import { addConfigCommands } from './machine/config-commands.ts'
import { addDoctorCommands } from './machine/doctor-commands.ts'
import { addDrawPicturesCommand } from './machine/draw-pictures-command.ts'
import { addHealthcheckCommands } from './machine/healthcheck-commands.ts'
import { addLicensesCommand } from './machine/licenses-command.ts'
import { addServiceCommands } from './machine/service-commands.ts'
import { addGhostCommands } from './people/ghost-commands.ts'
import { addInviteCommands } from './people/invite-commands.ts'
import { addReportCommands } from './people/report-commands.ts'
import { addUserCommands } from './people/user-commands.ts'
import type { CommandContext } from './terminal/command-context.ts'

/** Every command but `serve`. */
export function addCommands(program: Command, context: CommandContext) {
	addUserCommands(program, context)
	addInviteCommands(program, context)
	addGhostCommands(program, context)
	addReportCommands(program, context)
	addBackupCommands(program, context)
	addExportCommands(program, context)
	addConfigCommands(program, context)
	addHealthcheckCommands(program, context)
	addDoctorCommands(program, context)
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
