import type { Command } from 'commander'
import { damageIn } from '#db/file/data-file.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { CHECK_PAGES, FOUND_DAMAGE } from '#server/process/data/page-check.ts'
import { giveWay } from '#server/process/give-way.ts'

/** `backseat check-pages FILE`: not for people, whom `backseat doctor` tells more; a server runs it beside itself. */
export function addCheckPagesCommand(program: Command, { endWith, print }: CommandContext) {
	const checking = program.command(CHECK_PAGES, { hidden: true }).argument('<file>')
	checking.action((file: string) => {
		giveWay()
		const found = damageIn(file)
		if (found === null) return
		print(found)
		endWith(FOUND_DAMAGE)
	})
}
