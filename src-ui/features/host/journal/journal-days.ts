import type { JournalLine } from '#contract/host/journal.ts'
import { dayOfMoment, nearDayInWords } from '#ui/platform/dates-and-figures.ts'

const FULL: Intl.DateTimeFormatOptions = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }

export type JournalDay = { day: string; lines: JournalLine[] }

/** The lines as they come, newest first, under 'Today', 'Yesterday' or 'Fri, Nov 20, 2026', by the reader's clock. */
export function byDay(lines: readonly JournalLine[], now = new Date()): JournalDay[] {
	const days: JournalDay[] = []
	for (const line of lines) {
		const day = nearDayInWords(line.at, now) ?? dayOfMoment(line.at, FULL)
		const last = days.at(-1)
		if (last?.day === day) last.lines.push(line)
		else days.push({ day, lines: [line] })
	}
	return days
}
