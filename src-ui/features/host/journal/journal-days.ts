import type { JournalLine } from '#contract/host/journal.ts'

export type JournalDay = { day: string; lines: JournalLine[] }

/** The lines as they come, newest first, under 'Today', 'Yesterday' or 'Fri, Nov 20, 2026', by the reader's clock. */
export function byDay(lines: readonly JournalLine[], now = new Date()): JournalDay[] {
	const days: JournalDay[] = []
	for (const line of lines) {
		const day = dayInWords(new Date(line.at), now)
		const last = days.at(-1)
		if (last?.day === day) last.lines.push(line)
		else days.push({ day, lines: [line] })
	}
	return days
}

function dayInWords(at: Date, now: Date): string {
	const yesterday = new Date(now)
	yesterday.setDate(now.getDate() - 1)
	if (at.toDateString() === now.toDateString()) return 'Today'
	if (at.toDateString() === yesterday.toDateString()) return 'Yesterday'
	return at.toLocaleDateString(undefined, { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })
}
