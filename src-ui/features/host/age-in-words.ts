const MINUTE_MS = 60_000

/** How long ago something was, as people say it; `now` for tests. */
export function ageInWords(moment: string, now = Date.now()): string {
	const minutes = Math.floor((now - new Date(moment).getTime()) / MINUTE_MS)
	if (minutes < 1) return 'just now'
	if (minutes < 60) return `${some(minutes, 'minute')} ago`
	const hours = Math.floor(minutes / 60)
	return hours < 48 ? `${some(hours, 'hour')} ago` : `${some(Math.floor(hours / 24), 'day')} ago`
}

const some = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
