/** 'Today, 14:05' or 'Nov 21, 2026', by the reader's clock and customs: the time counts only while it is fresh. */
export function momentInWords(moment: string, now = new Date()): string {
	const at = new Date(moment)
	const time = at.toLocaleTimeString(undefined, { timeStyle: 'short' })
	const yesterday = new Date(now)
	yesterday.setDate(now.getDate() - 1)
	if (at.toDateString() === now.toDateString()) return `Today, ${time}`
	if (at.toDateString() === yesterday.toDateString()) return `Yesterday, ${time}`
	return at.toLocaleDateString(undefined, { dateStyle: 'medium' })
}
