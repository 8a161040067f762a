import { readFileSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { OWN_DATA_FILE_MAX_BYTES } from '#contract/own-data-limits.ts'
import { counted } from '#contract/plain-words.ts'
import { EXIT } from '#contract/start-problems.ts'
import { addSettings, type CommandContext, DATA } from '#server/commands/terminal/command-context.ts'
import { memberCalled } from '#server/features/accounts/users.ts'
import { type Move, movePerson, planMove } from '#server/features/own-account/imports/move-person.ts'
import { readOwnDataFile } from '#server/own-data-file/read-own-data-file.ts'
import { StartRefused } from '#server/start-refused.ts'

export function addImportCommand(program: Command, context: CommandContext): void {
	const { configOf, confirm, openData, print, printLines } = context
	const importing = program
		.command('import')
		.argument('<file>', 'what the member downloaded as JSON, or export --user wrote')
		.requiredOption('--user <name>', 'the member here who gave these verdicts')
		.description('move a person: make the verdicts of their data file count here')
		.option('--yes', 'do not ask')
		.addHelpText(
			'after',
			`
It shows whose verdicts they are, and asks. Drivers with an account here are found by username; the others become
ghosts of the member. Dates are kept, and nobody is notified. Members bring a file without an operator in Settings; those
verdicts do not count. To move a whole instance: backseat backup restore`,
		)
	addSettings(importing, DATA).action(async (path: string) => {
		const { user, yes: isConfirmed = false } = importing.opts<{ user: string; yes?: true }>()
		const bytes = bytesOf(path)
		const data = openData(configOf(importing))
		const file = readOwnDataFile(bytes, data.clock.now())
		const member = memberCalled(data, user)
		const plan = planMove(data, member, file)
		printLines(planInWords(plan))
		const count = verdictCount(plan)
		if (count === 0) return print('There is nothing to import.')
		await confirm({
			question: `Import ${counted(count, 'verdict')} for ${member.username}?`,
			expected: 'yes',
			isConfirmed,
		})
		const moved = movePerson(data, member, file)
		print(
			`Imported: ${counted(verdictCount(moved), 'verdict')}. The claim links of new ghosts are on ${member.username}'s home.`,
		)
	})
}

/** One byte over the limit is enough for the reader to refuse it. */
function bytesOf(path: string): Uint8Array {
	try {
		if (statSync(path).size > OWN_DATA_FILE_MAX_BYTES) return new Uint8Array(OWN_DATA_FILE_MAX_BYTES + 1)
		return readFileSync(path)
	} catch (error) {
		throw new StartRefused(`Cannot read ${path}: ${(error as NodeJS.ErrnoException).code}.`, EXIT.badFlag)
	}
}

const verdictCount = ({ drivers }: Move) => drivers.reduce((sum, { verdicts }) => sum + verdicts.length, 0)

function planInWords({ drivers, leftOut }: Move): string[] {
	const lines = drivers.map(({ name, driver, verdicts }) => {
		const where = driver === null ? 'a new ghost' : driver.isGhost ? 'a ghost of theirs' : 'is here already'
		return `${name}: ${counted(verdicts.length, 'verdict')}, ${where}`
	})
	const reasons = {
		placeholders: 'added drivers without a verdict',
		sealed: 'still sealed',
		twiceInFile: 'twice in the file',
		alreadyHere: 'here already',
		ofThemselves: 'about the member',
		ofDemoDriver: 'about the demo driver',
	} satisfies Record<keyof Move['leftOut'], string>
	const left = Object.entries(reasons).flatMap(([key, reason]) => {
		const count = leftOut[key as keyof typeof reasons]
		return count === 0 ? [] : [`${count} ${reason}`]
	})
	return left.length === 0 ? lines : [...lines, `Left out: ${left.join(', ')}`]
}
