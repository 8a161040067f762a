import { type Command, Option } from 'commander'
import { DAY_MS } from '#contract/plain-words.ts'
import { EXIT } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings, DATA, DATA_AND_ADDRESS } from '#server/commands/terminal/command-context.ts'
import { columns, linkTo, moment, showLink } from '#server/commands/terminal/output.ts'
import { type Invite, invitationService } from '#server/features/host/invitations/invitations.service.ts'
import { makeSetupLink } from '#server/features/invites/invites.service.ts'
import { noteInJournal, TERMINAL } from '#server/features/journal/journal.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'

export function addInviteCommands(program: Command, context: CommandContext): void {
	const invite = program
		.command('invite')
		.description('let people in with a link where sign-up is by invitation')
		.addHelpText('after', '\nHosts do the same in a browser: /host/invitations')
	addCreate(invite, context)
	addList(invite, context)
	addRevoke(invite, context)
}

type CreateOptions = { uses: string; expires: string; note?: string; setup?: true; days?: string; json?: true }

function addCreate(invite: Command, context: CommandContext) {
	const { configWithAddressOf, openData, print, printJson, warn } = context
	const create = invite
		.command('create')
		.description('print a link with a QR code; it is shown only once')
		.option('--uses <number>', 'how many people it lets in, or unlimited', '1')
		.option('--expires <when>', 'how long it works: 90m, 12h, 7d, 4w, or never', '7d')
		.option('--note <text>', 'your own words for it, shown in the list')
		.addOption(
			new Option(
				'--setup',
				'the set-up link instead: for an account that is host, once and only while nobody is host',
			).conflicts(['uses', 'expires', 'note']),
		)
		.option('--days <number>', `with --setup: how many days it works, ${SETUP_DAYS} unless you say otherwise`)
		.option('--json', 'print JSON')
		.addHelpText(
			'after',
			'\nExample: backseat invite create --uses 5 --expires 2d --note "the choir"\n\nA set-up link made here outlives restarts. It ends when it is used, when somebody is host, or when another one is made here.',
		)
	addSettings(create, [...DATA_AND_ADDRESS, 'signup']).action(() => {
		const { uses, expires, note, setup, days, json } = create.opts<CreateOptions>()
		const config = configWithAddressOf(create)
		if (setup) return createSetup(context, config, { days, json })
		if (days !== undefined) throw new StartRefused('--days is for --setup. Use --expires 7d.', EXIT.badFlag)
		const lifetime = lifetimeMs(expires)
		const maxUses = uses === 'unlimited' ? null : wholeNumber(uses, '--uses', ', or unlimited')
		const { id, token, expiresAt } = invitationService(openData(config)).create(TERMINAL, {
			note: note?.replaceAll(/\p{Cc}+/gu, ' ') ?? null,
			maxUses,
			lifetimeMs: lifetime,
		})
		const link = linkTo(config, `/invite/${token}`)
		if (config.signup === 'closed') warn('Sign-up is closed: this link has no effect until signup is invite (or open).')
		if (json) return printJson({ id, link: link.href, maxUses, expiresAt })
		print(
			`Invitation ${id}: for ${people(maxUses)}, ${expiresAt ? `until ${moment(expiresAt)}` : 'until you revoke it'}.`,
		)
		showLink(context, link)
	})
}

const SETUP_DAYS = 7
const SETUP_DAYS_MAX = 365

/** For operators who set up a Backseat for others and do not see the start's output. */
function createSetup(context: CommandContext, config: Config, { days, json }: Pick<CreateOptions, 'days' | 'json'>) {
	const { openData, print, printJson } = context
	const lifetimeMs = wholeDays(days) * DAY_MS
	const data = openData(config)
	const noted = () => noteInJournal(data, TERMINAL, { act: 'setup_link_made' })
	const made = makeSetupLink(data, { lifetimeMs, noted })
	if (!made)
		throw new StartRefused(
			'There is a host here already. Make a member host, too: backseat user host NAME on',
			EXIT.refused,
		)
	const link = linkTo(config, `/invite/${made.token}`)
	if (json) return printJson({ link: link.href, expiresAt: made.expiresAt })
	print(`Set-up link for an account that is host: once, until ${moment(made.expiresAt)}.`)
	showLink(context, link)
}

function wholeDays(days: string | undefined): number {
	const count = days === undefined ? SETUP_DAYS : wholeNumber(days, '--days')
	if (count <= SETUP_DAYS_MAX) return count
	throw new StartRefused(`--days is ${SETUP_DAYS_MAX} at most.`, EXIT.badFlag)
}

function people(maxUses: number | null): string {
	if (maxUses === null) return 'as many as like'
	return maxUses === 1 ? 'one person' : `${maxUses} people`
}

function addList(invite: Command, { configOf, openData, print, printJson, printLines }: CommandContext) {
	const list = invite.command('list').description('show all invitations, newest first').option('--json', 'print JSON')
	addSettings(list, DATA).action(() => {
		const invites = invitationService(openData(configOf(list)))
			.all()
			.map(readableInvite)
		if (list.opts<{ json?: true }>().json) return printJson(invites)
		if (invites.length === 0) return print("There are no invitations. Make one with 'backseat invite create'.")
		printLines(columns([['id', 'state', 'used', 'until', 'note'], ...invites.map(row)]))
	})
}

const readableInvite = (invite: Invite) => ({ ...invite, state: invite.state.replace('_', ' ') })

const row = ({ id, state, uses, maxUses, expiresAt, note }: ReturnType<typeof readableInvite>) => [
	`${id}`,
	state,
	`${uses} of ${maxUses ?? 'unlimited'}`,
	expiresAt ? moment(expiresAt) : 'for ever',
	note ?? '',
]

function addRevoke(invite: Command, { configOf, openData, print }: CommandContext) {
	const revoke = invite
		.command('revoke')
		.argument('<id>', 'from the list')
		.description('end a link; accounts that were made with it stay')
	addSettings(revoke, DATA).action((id: string) => {
		const { uses } = invitationService(openData(configOf(revoke))).revoke(TERMINAL, wholeNumber(id, '<id>'))
		print(`Invitation ${id} no longer works. ${uses === 1 ? 'One person' : `${uses} people`} used it.`)
	})
}

function wholeNumber(text: string, what: string, orElse = ''): number {
	if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
	throw new StartRefused(`${what} is a number such as 3${orElse}, not ${JSON.stringify(text)}.`, EXIT.badFlag)
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

export function lifetimeMs(text: string): number | null {
	if (text === 'never') return null
	const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhdw])$/.exec(text) ?? []
	const unitMs = UNIT_MS[unit]
	if (unitMs === undefined)
		throw new StartRefused(`--expires is 90m, 12h, 7d, 4w or never, not ${JSON.stringify(text)}.`, EXIT.badFlag)
	return Number(count) * unitMs
}
