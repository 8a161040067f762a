import { constants, setPriority } from 'node:os'
import type { Command } from 'commander'
import { damageIn } from '#db/file/data-file.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { DRAW_PICTURES } from '#server/operations/pictures/drawing-process.ts'
import { CHECK_PAGES, FOUND_DAMAGE } from '#server/process/data/served-data.ts'
import { ignoreSignals } from '#server/process/signals.ts'

/**
 * The nice value of drawings. On Linux, drawing then gets a third of the processor time of a response. At 10 or 19, a
 * machine with two busy cores had not drawn a picture after 30 s, and a person waits for it.
 */
const DRAWING_PRIORITY = 5

export function addCheckPagesCommand(program: Command, { endWith, print }: CommandContext) {
	const checking = program.command(CHECK_PAGES, { hidden: true }).argument('<file>')
	checking.action((file: string) => {
		ignoreSignals()
		giveWay(constants.priority.PRIORITY_LOW)
		const found = damageIn(file)
		if (found === null) return
		print(found)
		endWith(FOUND_DAMAGE)
	})
}

export function addDrawPicturesCommand(program: Command, { warn, endWith }: CommandContext) {
	program.command(DRAW_PICTURES, { hidden: true }).action(async () => {
		if (!process.send) {
			warn('Pictures are drawn for a server that is running.')
			endWith(1)
			return
		}
		ignoreSignals()
		giveWay(DRAWING_PRIORITY)
		const { drawForServer } = await import('#server/operations/pictures/drawing/draw-picture.ts')
		await drawForServer(process)
	})
}

function giveWay(priority: number) {
	try {
		setPriority(priority)
	} catch {
		// Some services are not allowed to change their priority; they draw at the normal one.
	}
}
