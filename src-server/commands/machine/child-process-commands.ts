import { constants, setPriority } from 'node:os'
import type { Command } from 'commander'
import { damageIn } from '#db/file/data-file.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { DRAW_PICTURES } from '#server/operations/pictures/drawing-process.ts'
import { CHECK_PAGES, FOUND_DAMAGE } from '#server/process/data/served-data.ts'
import { ignoreSignals } from '#server/process/signals.ts'

/** On Linux a third of what an answer gets, where both want the processor: a person waits for the picture. At 19 and at 10 a machine with two busy cores had not drawn it after 30 s. */
const DRAWING_PRIORITY = 5

/** `backseat check-pages FILE`: not for people, whom `backseat doctor` tells more; a server runs it beside itself. */
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

/** `backseat draw-pictures`: not for people; a server runs it beside itself and sends it what is to be drawn. */
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

/** This process becomes one of lower priority: those who ask the server for something come first. */
function giveWay(priority: number) {
	try {
		setPriority(priority)
	} catch {
		// A service may not be allowed to; then it has the same priority.
	}
}
