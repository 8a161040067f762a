import { expect, test } from 'bun:test'
import type { ReportedRating } from '#contract/host/reports.ts'
import { journal } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'

type Folder = ReturnType<typeof operatorFolder>

const host = (name: string) => async (folder: Folder) => void (await folder.run('user', 'host', name, 'on'))
const invite = async (folder: Folder) => void (await folder.run('invite', 'create'))
const claim = async ({ app }: Folder) => {
	const token = 'seed-claim-token-uncle-bob-00001'
	await app().browser().post('/api/ghost-drivers/claim', { token, username: 'notbob', password: 'backseat' })
}
const report = async ({ app }: Folder) => {
	const jonas = app().browser()
	await jonas.post('/api/login', { username: 'jonas', password: 'backseat' })
	const { body } = await jonas.get('/api/ratings/received?limit=1')
	await jonas.post(`/api/ratings/${(body as { id: number }[])[0]?.id}/report`, { reason: 'mistake' })
}
const keep = async (folder: Folder) => {
	await report(folder)
	await folder.run('report', 'keep', await reportIn(folder))
}
const reportIn = async ({ run }: Folder) =>
	String((JSON.parse((await run('report', 'list', '--json')).stdout) as ReportedRating[])[0]?.id)

/** Runs the line in a new folder after `before`; REPORT becomes the id of its report. */
async function commandLine(line: string, before: (folder: Folder) => Promise<void> = async () => {}) {
	const folder = operatorFolder()
	await before(folder)
	const acts = () => folder.inData(({ orm }) => orm.select().from(journal).orderBy(journal.id).all())
	const earlier = acts().length
	const words = line.replace('REPORT', line.includes('REPORT') ? await reportIn(folder) : '').split(' ')
	return {
		run: (...more: string[]) => folder.run(...words, ...more),
		noted: () => acts().slice(earlier),
	}
}

type Act = { out: string | RegExp; act: string; question?: string; before?: (folder: Folder) => Promise<void> }

/** `question` is printed if --yes is missing; the act is then not done. */
const ACTS: Record<string, Act> = {
	'ghost rename 201 Onkel': { out: 'Uncle Bob is called Onkel now.\n', act: 'ghost_renamed' },
	'ghost reissue 201': { out: /^The new claim link of Uncle Bob:\n/, act: 'ghost_link_made' },
	'ghost unclaim 201': {
		before: claim,
		question: 'Uncle Bob, claimed by notbob, will be a ghost again.',
		out: /^Uncle Bob waits to be claimed again\. 3 ratings came back\.\n/,
		act: 'claim_undone',
	},
	'ghost delete 201': {
		question: 'Uncle Bob will be deleted for good, with 3 ratings.',
		out: 'Uncle Bob is gone, with all ratings of their driving (3).\n',
		act: 'ghost_deleted',
	},
	'report remove REPORT': {
		before: report,
		question: 'will be gone for good.',
		out: /^The rating of .* is removed\.\n$/,
		act: 'rating_removed',
	},
	'report keep REPORT': { before: report, out: /^The rating of .* stays\.\n$/, act: 'rating_kept' },
	'report keep REPORT --json': { before: report, out: /"status":\s*"kept"/, act: 'rating_kept' },
	'user rename theo theodora': { out: 'theo is called theodora now.\n', act: 'account_renamed' },
	'user reset-password jonas': { out: /^Send this to jonas, and to nobody else\./, act: 'reset_link_made' },
	'user sign-out jonas': {
		before: report,
		out: 'jonas is signed out everywhere (1 session).\n',
		act: 'signed_out_everywhere',
	},
	'user host jonas on': { out: 'jonas is host now.\n', act: 'host_made' },
	'user host jonas off': {
		before: async (folder) => {
			for (const name of ['jonas', 'theo']) await host(name)(folder)
		},
		out: 'jonas is no host any more.\n',
		act: 'host_unmade',
	},
	'user delete theo --ratings stay': {
		question: 'theo will be deleted for good.',
		out: /^theo is gone, with all ratings of their driving/,
		act: 'account_removed',
	},
	'invite revoke 1': {
		before: invite,
		out: 'Invitation 1 no longer works. 0 people used it.\n',
		act: 'invitation_revoked',
	},
}

test.each(Object.entries(ACTS))(
	'backseat %s: asks where something is lost, and the journal has it',
	async (line, expected) => {
		const { out, act, question, before } = expected
		const { run, noted } = await commandLine(line, before)
		if (question !== undefined) {
			expect(await run()).toMatchObject({ exitCode: 64, stdout: '', stderr: expect.stringContaining(question) })
			expect(noted()).toEqual([])
		}

		const { exitCode, stdout, stderr } = await run(...(question === undefined ? [] : ['--yes']))

		expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
		if (typeof out === 'string') expect(stdout).toBe(out)
		else expect(stdout).toMatch(out)
		expect(noted()).toMatchObject([{ by: 'terminal', act, actorId: null, actorName: null }])
	},
)

type Refused = [line: string, exitCode: number, stderr: string, before?: (folder: Folder) => Promise<void>]

const CLAIMED = 'This driver has been claimed already.\n'
const REFUSED: Refused[] = [
	['ghost rename 201 x', 64, 'Name must be at least 2 characters: "x".\n'],
	['ghost reissue 101', 1, "There is no ghost 101. 'backseat ghost list' shows them.\n"],
	['ghost reissue bob', 64, "<id> is a number from 'backseat ghost list'.\n"],
	['ghost unclaim 201', 1, 'Nobody has claimed this driver.\n'],
	['ghost delete 201', 1, CLAIMED, claim],
	['ghost rename 201 Bobby', 1, CLAIMED, claim],
	['ghost reissue 201', 1, CLAIMED, claim],
	['report remove 123456', 1, 'There is no such report.\n'],
	['report keep 123456', 1, 'There is no such report.\n'],
	['report remove bob', 64, "<id> is a number from 'backseat report list'.\n"],
	['report keep bob', 64, "<id> is a number from 'backseat report list'.\n"],
	['report remove REPORT', 1, 'This rating was kept already.\n', keep],
	['user rename theo jonas', 1, 'Username already exists\n'],
	['user rename theo not!a!name', 64, ''],
	['user rename nobody.here x.y.z', 1, "There is no account called 'nobody.here'.\n"],
	['user host jonas yes', 64, 'Say on or off.\n'],
	['user host jonas', 64, ''],
	...['demo', 'guest', 'ghost-uncle-bob-x7k2q9', 'nobody.here'].map(
		(name): Refused => [`user host ${name} on`, 1, `There is no account called '${name}'.\n`],
	),
	['user host jonas off', 1, 'jonas is the only host here. Make somebody else host first.\n', host('jonas')],
	[
		'user delete jonas --ratings go --yes',
		1,
		'jonas is the only host here. Make somebody else host first.\n',
		host('jonas'),
	],
	['user delete theo --ratings burn --yes', 64, '--ratings is stay or go.\n'],
	['user delete theo --yes', 64, ''],
	['invite revoke 7', 1, 'There is no invitation 7.\n'],
]

const refusals = REFUSED.map((row) => [row[0], row[1], row] as const)

test.each(refusals)('backseat %s ends with %d, and changes nothing', async (line, exitCode, [, , stderr, before]) => {
	const { run, noted } = await commandLine(line, before)

	expect(await run()).toMatchObject({ exitCode, stdout: '', stderr: stderr || expect.any(String) })
	expect(noted()).toEqual([])
})
