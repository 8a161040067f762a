import type { Command } from 'commander'
import * as v from 'valibot'
import { idFromText } from '#contract/known-ids.ts'
import { GhostName } from '#contract/names.ts'
import { counted } from '#contract/plain-words.ts'
import { EXIT } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings, DATA, DATA_AND_ADDRESS } from '#server/commands/terminal/command-context.ts'
import { columns, linkTo, moment, showLink } from '#server/commands/terminal/output.ts'
import type { Context } from '#server/context.ts'
import type { Unclaimed } from '#server/features/claims/undo-claim.ts'
import { hostGhostService, type ListedGhost } from '#server/features/host/ghosts/ghosts.service.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { Refusal } from '#server/http/problems.ts'
import { StartRefused } from '#server/start-refused.ts'

export function addGhostCommands(program: Command, context: CommandContext): void {
	const ghost = program
		.command('ghost')
		.description('list, rename and delete ghosts; give one a new claim link, or undo a claim')
		.addHelpText('after', '\nHosts do the same in a browser: /host/ghosts')
	addList(ghost, context)
	addRename(ghost, context)
	addReissue(ghost, context)
	addUnclaim(ghost, context)
	addDelete(ghost, context)
}

function addList(ghost: Command, { configOf, openData, print, printJson, printLines }: CommandContext) {
	const list = ghost.command('list').description('show all ghosts, waiting ones first').option('--json', 'print JSON')
	addSettings(list, DATA).action(() => {
		const ghosts = hostGhostService(openData(configOf(list)))
			.all()
			.map(listed)
		if (list.opts<{ json?: true }>().json) return printJson(ghosts)
		if (ghosts.length === 0) return print('There are no ghosts.')
		const rows = ghosts.map(({ id, name, createdBy, claimedBy, ratingsWaiting, createdAt }) => [
			`${id}`,
			name,
			claimedBy ? `claimed by ${claimedBy}` : `waits, with ${ratingsWaiting}`,
			createdBy ?? 'nobody any more',
			moment(createdAt),
		])
		printLines(columns([['id', 'name', 'ratings', 'made by', 'since'], ...rows]))
	})
}

const listed = ({ id, name, creator, claimer, ratingsWaiting, createdAt }: ListedGhost) => ({
	id,
	name,
	createdBy: creator?.username ?? null,
	claimedBy: claimer?.username ?? null,
	ratingsWaiting,
	createdAt,
})

function addRename(ghost: Command, { configOf, openData, print }: CommandContext) {
	const rename = ghost
		.command('rename')
		.argument('<id>', 'from the list')
		.argument('<new-name>', '2 to 50 characters')
		.description('give a ghost that waits another name; its link and its ratings stay')
	addSettings(rename, DATA).action((text: string, newName: string) => {
		const name = v.safeParse(GhostName, newName)
		if (!name.success) throw new StartRefused(`${name.issues[0].message}: ${JSON.stringify(newName)}.`, EXIT.badFlag)
		const { ghosts, ghost } = ghostCalled(openData(configOf(rename)), text)
		ghosts.rename(TERMINAL, ghost.id, name.output)
		print(`${ghost.name} is called ${name.output} now.`)
	})
}

function addReissue(ghost: Command, context: CommandContext) {
	const { configWithAddressOf, openData, print, printJson } = context
	const reissue = ghost
		.command('reissue')
		.argument('<id>', 'from the list')
		.description('print a new claim link; the old one no longer works')
		.option('--json', 'print JSON')
	addSettings(reissue, DATA_AND_ADDRESS).action((text: string) => {
		const config = configWithAddressOf(reissue)
		const { ghosts, ghost } = ghostCalled(openData(config), text)
		const { id, name } = ghost
		const link = linkTo(config, `/claim/${ghosts.newLink(TERMINAL, id)}`)
		if (reissue.opts<{ json?: true }>().json) return printJson({ id, name, link: link.href })
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
			'\nThe account that had claimed it stays, without what came with the claim, and its owner reads so in the browser. The new link is shown here and to whoever made the ghost, not to those who rated it.',
		)
	addSettings(undo, DATA_AND_ADDRESS).action(async (text: string) => {
		const { yes, json } = undo.opts<{ yes?: true; json?: true }>()
		const config = configWithAddressOf(undo)
		const { ghosts, ghost } = ghostCalled(openData(config), text)
		const { id, name, claimer } = ghost
		const question = `${name}, claimed by ${claimer?.username}, will be a ghost again.`
		if (claimer) await confirm({ question, expected: 'yes', isConfirmed: yes === true })
		const undone = await ghosts.undoClaim(TERMINAL, id)
		const link = linkTo(config, `/claim/${undone.token}`)
		if (json) return printJson({ id, link: link.href, ratingsMoved: undone.ratingsMoved, knownBy: undone.knownBy })
		print(`${name} waits to be claimed again. ${KNOWN_BY[undone.knownBy](undone)}`)
		showLink(context, link)
	})
}

function addDelete(ghost: Command, { configOf, confirm, openData, print }: CommandContext) {
	const remove = ghost
		.command('delete')
		.argument('<id>', 'from the list')
		.description('delete a ghost that waits, and all ratings of its driving')
		.option('--yes', 'do not ask')
		.addHelpText(
			'after',
			'\nThis cannot be undone, except by restoring a backup of everything. A claimed ghost first has its claim undone: backseat ghost unclaim.',
		)
	addSettings(remove, DATA).action(async (text: string) => {
		const { ghosts, ghost } = ghostCalled(openData(configOf(remove)), text)
		const { id, name, claimer, ratingsWaiting } = ghost
		const question = `${name} will be deleted for good, with ${counted(ratingsWaiting, 'rating')}.`
		const isConfirmed = remove.opts<{ yes?: true }>().yes === true
		if (!claimer) await confirm({ question, expected: 'yes', isConfirmed })
		const { ratingsDeleted } = await ghosts.remove(TERMINAL, id)
		print(`${name} is gone, with all ratings of their driving (${ratingsDeleted}).`)
	})
}

const KNOWN_BY: Record<Unclaimed['knownBy'], (undone: Unclaimed) => string> = {
	marked: ({ ratingsMoved }) => `${counted(ratingsMoved, 'rating')} came back.`,
	'by age': ({ ratingsMoved }) =>
		`${counted(ratingsMoved, 'rating')} came back: all that were older than the account. An old version had not noted which were the ghost’s.`,
	none: () => 'No rating came back: none was known to be the ghost’s.',
}

function ghostCalled(data: Context, text: string) {
	const id = idFromText(text)
	if (id === null) throw new StartRefused(`<id> is a number from 'backseat ghost list'.`, EXIT.badFlag)
	const ghosts = hostGhostService(data)
	const ghost = ghosts.listed(id)
	if (!ghost) throw Refusal.inTerminal(`There is no ghost ${id}. 'backseat ghost list' shows them.`)
	return { ghosts, ghost }
}
