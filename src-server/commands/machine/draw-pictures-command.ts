import type { Command } from 'commander'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { DRAW_PICTURES } from '#server/operations/pictures/drawing-process.ts'
import { giveWay } from '#server/process/give-way.ts'

/** `backseat draw-pictures`: not for people; a server runs it beside itself and sends it what is to be drawn. */
export function addDrawPicturesCommand(program: Command, { warn, endWith }: CommandContext) {
	program.command(DRAW_PICTURES, { hidden: true }).action(async () => {
		if (!process.send) {
			warn('Pictures are drawn for a server that is running.')
			endWith(1)
			return
		}
		giveWay()
		const { drawForServer } = await import('#server/operations/pictures/drawing/draw-picture.ts')
		await drawForServer(process)
	})
}
