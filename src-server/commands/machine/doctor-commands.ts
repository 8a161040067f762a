import { styleText } from 'node:util'
import type { Command } from 'commander'
import { counted } from '#contract/plain-words.ts'
import { EXIT } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings } from '#server/commands/terminal/command-context.ts'
import { examine } from '#server/operations/doctor/doctor.service.ts'
import { type Finding, ok, problem } from '#server/operations/doctor/finding.ts'
import { type Config, settingKeys } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'
import { VERSION } from '#server/version.ts'

const HELP = `
Changes nothing, and works whether the server runs or not. Ends with 0 when there is no problem (a warning is not
one), else with 1. It reads the address of a running server from the data folder, unless a flag names another. Give
it the other settings of the server. What can be seen at once, hosts see in the browser too: behind the wheel, at /host.
  sudo -u backseat backseat doctor --data-dir /var/lib/backseat`

export function addDoctorCommands(program: Command, context: CommandContext): void {
	const { configWithAddressOf, endWith, printJson } = context
	const doctor = program
		.command('doctor')
		.description('look for problems, present and coming: folder, disk, database, backups, clock, address')
		.option('--json', 'the findings as JSON')
		.option(
			'--quick',
			'for millions of ratings: reads the data without comparing indexes with tables, and the newest backup not to its end',
		)
		.addHelpText('after', HELP)
	addSettings(doctor, settingKeys)
	doctor.action(async () => {
		const { json: isJson, quick: isQuick } = doctor.opts<{ json?: true; quick?: true }>()
		const findings = [ok('Version', VERSION), ...(await examineWith(() => configWithAddressOf(doctor), { isQuick }))]
		const isHealthy = findings.every(({ state }) => state !== 'problem')
		if (isJson) printJson({ healthy: isHealthy, findings: findings.map(({ texts: _, ...finding }) => finding) })
		else printReport(context, findings)
		if (!isHealthy) endWith(1)
	})
}

/** An invalid setting is a finding too; without settings nothing else can be checked. */
async function examineWith(readConfig: () => Config, how: { isQuick: true | undefined }): Promise<Finding[]> {
	try {
		const config = readConfig()
		return [ok('Settings', 'understood'), ...(await examine(config, how))]
	} catch (error) {
		if (!(error instanceof StartRefused) || error.exitCode !== EXIT.badSetting) throw error
		return [problem('Settings', error.message, "'backseat config' shows where each setting comes from.")]
	}
}

const MARKS: Record<Finding['state'], string> = {
	ok: styleText('green', '✓'),
	warning: styleText('yellow', '!'),
	problem: styleText('red', '✗'),
	unknown: '?',
}

function printReport({ print, printLines }: CommandContext, findings: readonly Finding[]) {
	const width = Math.max(...findings.map(({ about }) => about.length))
	for (const { about, state, says, todo } of findings) {
		print(` ${about.padEnd(width)}  ${says}`, MARKS[state])
		if (todo !== null) print(`  ${' '.repeat(width)}  → ${todo}`)
	}
	printLines(['', summary(findings)])
}

function summary(findings: readonly Finding[]): string {
	const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
	const [problems, warnings] = [count('problem'), count('warning')]
	if (problems + warnings === 0) return 'All is well.'
	return `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`
}
