import type { Command } from 'commander'
import * as v from 'valibot'
import { Username } from '#contract/names.ts'
import { counted } from '#contract/plain-words.ts'
import { EXIT } from '#contract/start-problems.ts'
import type { Database } from '#db/database.ts'
import { isRewrittenAtNight } from '#db/file/vacuum.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings, DATA, DATA_AND_ADDRESS } from '#server/commands/terminal/command-context.ts'
import { columns, linkTo, moment, showLink } from '#server/commands/terminal/output.ts'
import type { Context } from '#server/context.ts'
import { hostlessNotes } from '#server/features/accounts/last-host.ts'
import { allMembers, memberCalled, randomAvatar, refuseTakenName } from '#server/features/accounts/users.ts'
import { peopleService } from '#server/features/host/people/people.service.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { rewriteFile } from '#server/features/own-account/leaving/leave.ts'
import { longWritesHere } from '#server/long-writes/long-writes.ts'
import { picturesIn, removePictures } from '#server/operations/pictures/picture-cache.ts'
import { StartRefused } from '#server/start-refused.ts'

export function addUserCommands(program: Command, context: CommandContext): void {
	const user = program
		.command('user')
		.description('list, make, rename, sign out and delete accounts; reset a forgotten password; say who is host')
		.addHelpText(
			'after',
			"\nHosts do the same in a browser, at /host/people, but make accounts by invitation. What is done, here or there, stands in the journal at /host/journal. The first host is whoever uses the link that a start prints while nobody has an account, or is made with 'backseat user host NAME on'.",
		)
	addList(user, context)
	addCreate(user, context)
	addRename(user, context)
	addHost(user, context)
	addResetPassword(user, context)
	addSignOut(user, context)
	addDelete(user, context)
}

/** The server purges in the background; here `addDelete` purges and reports the rest. */
const peopleOf = (data: Context) => peopleService(data, { purge: async () => {}, longWrites: longWritesHere(data) })

function addList(user: Command, { configOf, openData, print, printJson, printLines }: CommandContext) {
	const list = user
		.command('list')
		.description('show all accounts, by name')
		.option('--json', 'print JSON')
		.addHelpText(
			'after',
			'\nHow many ratings somebody gave is not told: watching it rise would tell who has just rated.',
		)
	addSettings(list, DATA).action(() => {
		const members = allMembers(openData(configOf(list)))
		if (list.opts<{ json?: true }>().json) return printJson(members)
		if (members.length === 0) return print('Nobody has an account yet.')
		const rows = members.map(({ username, email, isHost, createdAt, ratingsReceived }) => [
			username,
			moment(createdAt),
			`${ratingsReceived}`,
			isHost ? 'host' : '',
			email ?? '',
		])
		printLines(columns([['name', 'since', 'received', 'host', 'e-mail'], ...rows]))
	})
}

function addCreate(user: Command, { configOf, newPassword, openData, print, printJson }: CommandContext) {
	const create = user
		.command('create')
		.argument('<name>', '3 to 20 letters, digits, periods, underscores or hyphens')
		.description('make an account, whatever the sign-up mode; the password is asked for, or read from standard input')
		.option('--email <address>', 'for resetting a forgotten password by mail')
		.option('--host', 'they may look after this Backseat in a browser')
		.option('--json', 'print JSON')
		.addHelpText('after', '\nExample: printf \'%s\\n\' "$PASSWORD" | backseat user create maria')
	addSettings(create, DATA).action(async (name: string) => {
		const { email, host, json } = create.opts<{ email?: string; host?: true; json?: true }>()
		const username = checked(Username, name)
		const address =
			email === undefined ? null : checked(v.pipe(v.string(), v.email('That is not an e-mail address')), email)
		const data = openData(configOf(create))
		refuseTakenName(data, username, null)
		const passwordHash = await data.passwords.hash(await newPassword())
		const isHost = host === true
		const newcomer = { username, email: address, passwordHash, avatarId: randomAvatar(), isHost }
		const { id } = peopleOf(data).create(TERMINAL, newcomer)
		if (json) printJson({ id, username })
		else {
			print(`${username} has an account and can log in.${isHost ? ' They are host.' : ''}`)
			for (const note of hostlessNotes(data, username)) print(note)
		}
	})
}

function addRename(user: Command, { configOf, openData, print }: CommandContext) {
	const rename = user
		.command('rename')
		.argument('<name>')
		.argument('<new-name>')
		.description('give an account another name; whoever is signed in stays signed in')
	addSettings(rename, DATA).action((name: string, newName: string) => {
		const data = openData(configOf(rename))
		const { id, username } = memberCalled(data, name)
		peopleOf(data).rename(TERMINAL, id, checked(Username, newName))
		print(`${username} is called ${newName} now.`)
	})
}

function addHost(user: Command, { configOf, openData, print }: CommandContext) {
	const host = user
		.command('host')
		.argument('<name>')
		.argument('<on|off>')
		.description('say who may look after this Backseat in a browser, at /host')
		.addHelpText('after', '\nThe last host stays host while others have accounts.')
	addSettings(host, DATA).action((name: string, onOrOff: string) => {
		if (onOrOff !== 'on' && onOrOff !== 'off') throw new StartRefused('Say on or off.', EXIT.badFlag)
		const data = openData(configOf(host))
		const { id, username } = memberCalled(data, name)
		if (onOrOff === 'on') peopleOf(data).makeHost(TERMINAL, id)
		else peopleOf(data).unmakeHost(TERMINAL, id)
		print(`${username} is ${onOrOff === 'on' ? 'host now' : 'no host any more'}.`)
	})
}

function addSignOut(user: Command, { configOf, openData, print }: CommandContext) {
	const signOut = user
		.command('sign-out')
		.argument('<name>')
		.description('end all sessions and read-only tokens of an account: a lost phone, say; the password stays')
	addSettings(signOut, DATA).action((name: string) => {
		const data = openData(configOf(signOut))
		const { id, username } = memberCalled(data, name)
		const ended = peopleOf(data).signOut(TERMINAL, id)
		print(`${username} is signed out everywhere (${counted(ended, 'session')}).`)
	})
}

function addResetPassword(user: Command, context: CommandContext) {
	const { configWithAddressOf, openData, print, printJson } = context
	const reset = user
		.command('reset-password')
		.argument('<name>')
		.description('print a link with which a member sets a new password: it works once, within the hour')
		.option('--json', 'print JSON')
		.addHelpText(
			'after',
			'\nAlso for members without a password, and for a lost phone: once the link is used, all passkeys and connected accounts of that member are removed and all sessions end.',
		)
	addSettings(reset, DATA_AND_ADDRESS).action((name: string) => {
		const config = configWithAddressOf(reset)
		const data = openData(config)
		const { id, username } = memberCalled(data, name)
		const link = linkTo(config, `/reset/${peopleOf(data).makeResetLink(TERMINAL, id)}`)
		if (reset.opts<{ json?: true }>().json) return printJson({ username, link: link.href })
		print(`Send this to ${username}, and to nobody else. It works once, within the hour.`)
		print(`Once it is used, that stands in the journal, and ${username} reads that it was made here.`)
		showLink(context, link)
	})
}

function addDelete(user: Command, { configOf, confirm, openData, print }: CommandContext) {
	const remove = user
		.command('delete')
		.argument('<name>')
		.description('delete an account, and all ratings of its driving')
		.requiredOption(
			'--ratings <stay|go>',
			'what happens to the ratings it gave: they stay, without a name, or are deleted too',
		)
		.option('--yes', 'do not ask')
		.addHelpText(
			'after',
			'\nHosts can only let the ratings stay: which ones vanish would tell them whose they were. This cannot be undone, except by restoring a backup of everything. Ghosts that it claimed within the last 7 days can be claimed again, with their ratings. The last host stays while others have accounts.',
		)
	addSettings(remove, DATA).action(async (name: string) => {
		const { ratings, yes } = remove.opts<{ ratings: string; yes?: true }>()
		if (ratings !== 'stay' && ratings !== 'go') throw new StartRefused('--ratings is stay or go.', EXIT.badFlag)
		const config = configOf(remove)
		// Unlike other commands, this one empties the write-ahead log, unless a program such as Litestream does.
		const data = openData(config, config.checkpoint)
		const { id, username } = memberCalled(data, name)
		await confirm({
			question: `${username} will be deleted for good.`,
			expected: username,
			isConfirmed: yes === true,
		})
		const { ratingsGiven, ratingsReceived, givenBack } = await peopleOf(data).remove(TERMINAL, id, { ratings })
		await removePictures(picturesIn(config.dataDir))
		print(`${username} is gone, with all ratings of their driving (${ratingsReceived}).`)
		print(`The ratings they gave (${ratingsGiven}) ${ratings === 'stay' ? 'stay, under no name' : 'are gone too'}.`)
		for (const ghost of givenBack)
			print(
				`${ghost.name}, claimed within the week, waits to be claimed again, with its ratings (${ghost.ratings}). A link for it: backseat ghost reissue ${ghost.id}`,
			)
		const { db } = data
		const inFile =
			isRewrittenAtNight(db) && config.checkpoint === 'own' ? AT_NIGHT : LEFT_IN_FILE[rewriteFile(data, PATIENCE_MS)]
		for (const left of [inFile, LEFT_IN_LOG[db.emptyWal(PATIENCE_MS)]]) if (left) print(left)
	})
}

/** A running backup reads for a few seconds. */
const PATIENCE_MS = 5000

/** While a large file is rewritten, a running server cannot write, so requests that do would hang. */
const AT_NIGHT =
	'Copies of some of it may stay in unused parts of backseat.db, which is large: the server writes it anew at three in the night, or a minute after its next start.'

const LEFT_IN_FILE: Record<ReturnType<Database['rewrite']>, string | null> = {
	done: null,
	busy: 'It can still be read in unused parts of backseat.db, as another program is writing to the data or the disk has no room for a copy of them. It is removed after the next start of the server.',
	'not ours':
		'Copies of some of it may stay in unused parts of backseat.db: writing the file anew could stop your replication program.',
}
const LEFT_IN_LOG: Record<ReturnType<Database['emptyWal']>, string | null> = {
	done: null,
	busy: 'It can still be read in backseat.db and backseat.db-wal, as another program is reading the data. It is removed when the server stops.',
	'not ours':
		'It can be read in backseat.db and backseat.db-wal until your replication program has emptied that log, and in what it has copied until that is thrown away.',
}

function checked(schema: v.GenericSchema<unknown, string>, text: string): string {
	const value = v.safeParse(schema, text)
	if (!value.success) throw new StartRefused(`${value.issues[0].message}: ${JSON.stringify(text)}.`, EXIT.badFlag)
	return value.output
}
