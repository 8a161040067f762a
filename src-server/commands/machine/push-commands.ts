import type { Command } from 'commander'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings, DATA } from '#server/commands/terminal/command-context.ts'
import { replacePushKey } from '#server/features/news/push-key.ts'
import { Refusal } from '#server/http/problems.ts'

export function addPushCommands(program: Command, context: CommandContext): void {
	const push = program.command('push').description('the key with which phones are rung')
	addNewKey(push, context)
}

function addNewKey(push: Command, { configOf, confirm, openData, print, printJson }: CommandContext) {
	const newKey = push
		.command('new-key')
		.description('make another key, after somebody else got a backup: no phone rings until its owner lets it again')
		.option('--yes', 'do not ask')
		.option('--json', 'print JSON')
	addSettings(newKey, DATA).action(async () => {
		const { yes, json } = newKey.opts<{ yes?: true; json?: true }>()
		const data = openData(configOf(newKey))
		if (!data.queries.push.pushKey())
			throw Refusal.inTerminal('There is no key: push-contact was never set here, so no phone rings.')
		await confirm({
			question: 'Every phone will be silent until its owner lets it ring again.',
			expected: 'yes',
			isConfirmed: yes === true,
		})
		const silenced = replacePushKey(data)
		if (json) printJson({ silenced })
		else print(`There is a new key. ${silenced === 1 ? '1 phone rings' : `${silenced} phones ring`} no longer.`)
	})
}
