import type { Command } from 'commander'
import { idFromText } from '#contract/ids.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { columns, moment } from '#server/commands/terminal/formatting.ts'
import { addSettings, DATA, DATA_AND_ADDRESS } from '#server/commands/terminal/setting-flags.ts'
import { linkTo, showLink } from '#server/commands/terminal/shared-link.ts'
import type { Context } from '#server/context.ts'
import { type Unclaimed, unclaim } from '#server/features/claims/unclaim.ts'
import { ghostService } from '#server/features/drivers/ghosts.service.ts'
import { notFound } from '#server/http/problems.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'

/** `backseat ghost …`: for when a claim link went to the wrong chat, or the wrong person followed it. */
export function addGhostCommands(program: Command, context: CommandContext): void {
	const ghost = program.command('ghost').description('list ghosts, give one a new claim link, or undo a claim')
	addList(ghost, context)
	addReissue(ghost, context)
	addUnclaim(ghost, context)
}

function addList(ghost: Command, { configOf, openData, print, printJson, printLines }: CommandContext) {
	const list = ghost.command('list').description('show all ghosts, waiting ones first').option('--json', 'print JSON')
	addSettings(list, DATA).action(() => {
		const ghosts = ghostService(openData(configOf(list))).allGhosts()
		if (list.opts<{ json?: true }>().json) return printJson(ghosts)
		if (ghosts.length === 0) return print('There are no ghosts.')
		const rows = ghosts.map(({ id, name, createdBy, claimedBy, ratingsWaiting, createdAt }) => [
			`${id}`,
			name ?? '',
			claimedBy ? `claimed by ${claimedBy}` : `waits, with ${ratingsWaiting}`,
			createdBy ?? 'nobody any more',
			moment(createdAt),
		])
		printLines(columns([['id', 'name', 'ratings', 'made by', 'since'], ...rows]))
	})
}

function addReissue(ghost: Command, context: CommandContext) {
	const { configWithAddressOf, openData, print, printJson } = context
	const reissue = ghost
		.command('reissue')
		.argument('<id>', 'from the list')
		.description('print a new claim link; the old one no longer works')
		.option('--json', 'print JSON')
	addSettings(reissue, DATA_AND_ADDRESS).action((id: string) => {
		const config = configWithAddressOf(reissue)
		const data = openData(config)
		const { display_name: name, ghostClaimToken } = ghostService(data).reissueClaimToken(ghostCalled(data, id).id)
		const link = linkTo(config, `/claim/${ghostClaimToken}`)
		if (reissue.opts<{ json?: true }>().json) return printJson({ id: Number(id), name, link: link.href })
		print(`The new claim link of ${name}:`)
		showLink(context, link)
	})
}

function addUnclaim(ghost: Command, context: CommandContext) {
	const { configWithAddressOf, confirm, openData, print, printJson } = context
	const undo = ghost
		.command('unclaim')
		.argument('<id>', 'from the list')
		.description('undo a claim: the ghost can be claimed again, with its ratings and a new link')
		.option('--yes', 'do not ask')
		.option('--json', 'print JSON')
		.addHelpText(
			'after',
			'\nThe account that had claimed it stays, without what came with the claim. The new link is shown here and to whoever made the ghost, not to those who rated it.',
		)
	addSettings(undo, DATA_AND_ADDRESS).action(async (id: string) => {
		const { yes, json } = undo.opts<{ yes?: true; json?: true }>()
		const config = configWithAddressOf(undo)
		const data = openData(config)
		const ghost = ghostCalled(data, id)
		const who = `${ghost.name ?? id}, claimed by ${ghost.claimedBy ?? 'nobody'},`
		if (ghost.claimedBy)
			await confirm({ question: `${who} will be a ghost again.`, expected: 'yes', isConfirmed: yes === true })
		const undone = unclaim(data, ghost.id)
		const link = linkTo(config, `/claim/${undone.token}`)
		if (json)
			return printJson({ id: Number(id), link: link.href, ratingsMoved: undone.ratingsMoved, knownBy: undone.knownBy })
		print(`${ghost.name ?? id} waits to be claimed again. ${KNOWN_BY[undone.knownBy](undone)}`)
		showLink(context, link)
	})
}

const moved = ({ ratingsMoved }: Unclaimed) => `${ratingsMoved} ${ratingsMoved === 1 ? 'rating' : 'ratings'}`

const KNOWN_BY: Record<Unclaimed['knownBy'], (undone: Unclaimed) => string> = {
	marked: (undone) => `${moved(undone)} came back.`,
	'by age': (undone) =>
		`${moved(undone)} came back: all that were older than the account. An old version had not noted which were the ghost’s.`,
	none: () => 'No rating came back: none was known to be the ghost’s.',
}

function ghostCalled(data: Context, text: string) {
	const id = idFromText(text)
	if (id === null) throw new StartRefused(`<id> is a number from 'backseat ghost list'.`, EXIT.badFlag)
	const ghost = ghostService(data)
		.allGhosts()
		.find((one) => one.id === id)
	if (ghost === undefined) throw notFound(`There is no ghost ${id}. 'backseat ghost list' shows them.`)
	return ghost
}
