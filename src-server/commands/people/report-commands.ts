import type { Command } from 'commander'
import type { ReportedRating, ReportStatus } from '#contract/host/reports.ts'
import { IMPRESSION_KEYS, impressionsInWords } from '#contract/impressions.ts'
import { idFromText } from '#contract/known-ids.ts'
import type { ReportReason } from '#contract/received-ratings.ts'
import { EXIT } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings, DATA } from '#server/commands/terminal/command-context.ts'
import { columns } from '#server/commands/terminal/output.ts'
import { reportService } from '#server/features/host/reports/reports.service.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { StartRefused } from '#server/start-refused.ts'

export function addReportCommands(program: Command, context: CommandContext): void {
	const report = program
		.command('report')
		.description('list ratings that their drivers reported, remove or keep them')
		.addHelpText('after', '\nHosts do the same in a browser: /host/reports')
	addList(report, context)
	addRemove(report, context)
	addKeep(report, context)
}

function addList(report: Command, { configOf, openData, print, printJson, printLines }: CommandContext) {
	const list = report
		.command('list')
		.description('show all reports, those that wait first; never who rated')
		.option('--json', 'print JSON')
	addSettings(list, DATA).action(() => {
		const reports = reportService(openData(configOf(list))).all()
		if (list.opts<{ json?: true }>().json) return printJson(reports)
		if (reports.length === 0) return print('Nobody has reported anything.')
		const rows = reports.map((one) => [
			`${one.id}`,
			STATUS_WORDS[one.status],
			nameOf(one),
			verdictOf(one),
			one.day,
			REASON_WORDS[one.reason],
			one.reportedOn,
		])
		printLines(columns([['id', 'state', 'driver', 'says', 'rated on', 'reason', 'reported on'], ...rows]))
	})
}

function addRemove(report: Command, { configOf, confirm, openData, print, printJson }: CommandContext) {
	const remove = report
		.command('remove')
		.argument('<id>', 'from the list')
		.description('remove the rating: it is gone, as if whoever gave it had taken it back')
		.option('--yes', 'do not ask')
		.option('--json', 'print JSON')
		.addHelpText('after', '\nThe driver reads that it was removed; who gave it is told nothing.')
	addSettings(remove, DATA).action(async (text: string) => {
		const { yes, json } = remove.opts<{ yes?: true; json?: true }>()
		const id = idIn(text)
		const reports = reportService(openData(configOf(remove)))
		const one = reports.report(id)
		// The act itself refuses a decided report, so there is nothing to confirm.
		if (one.status === 'reported')
			await confirm({
				question: `A rating of ${nameOf(one)} (${verdictOf(one)}, ${one.day}) will be gone for good.`,
				expected: 'yes',
				isConfirmed: yes === true,
			})
		const removed = reports.remove(TERMINAL, id)
		if (json) printJson(removed)
		else print(`The rating of ${nameOf(removed)} is removed.`)
	})
}

function addKeep(report: Command, { configOf, openData, print, printJson }: CommandContext) {
	const keep = report
		.command('keep')
		.argument('<id>', 'from the list')
		.description('keep the rating: it stays, and cannot be reported again')
		.option('--json', 'print JSON')
	addSettings(keep, DATA).action((text: string) => {
		const kept = reportService(openData(configOf(keep))).keep(TERMINAL, idIn(text))
		if (keep.opts<{ json?: true }>().json) printJson(kept)
		else print(`The rating of ${nameOf(kept)} stays.`)
	})
}

function idIn(text: string): number {
	const id = idFromText(text)
	if (id === null) throw new StartRefused(`<id> is a number from 'backseat report list'.`, EXIT.badFlag)
	return id
}

const STATUS_WORDS: Record<ReportStatus, string> = {
	reported: 'waits',
	kept: 'kept',
	removed: 'removed',
	withdrawn: 'over',
}

const REASON_WORDS: Record<ReportReason, string> = {
	not_my_ride: 'not my ride',
	harassment: 'harassment',
	mistake: 'a mistake',
	other: 'something else',
}

const nameOf = ({ driver }: ReportedRating) => driver.display_name ?? driver.username

function verdictOf({ rating }: ReportedRating): string {
	if (!rating) return 'gone or changed'
	const words = impressionsInWords(rating, IMPRESSION_KEYS).map(({ word }) => word.toLowerCase())
	return [`${rating.starRating}/5`, ...words].join(', ')
}
