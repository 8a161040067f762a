import { dayOfMoment, nearDayInWords, timeOfMoment } from '#ui/platform/dates-and-figures.ts'

/** 'Today, 2:05 PM' or 'Nov 21, 2026', by the reader's clock: the time counts only while it is fresh. */
export function momentInWords(moment: string, now = new Date()): string {
	const near = nearDayInWords(moment, now)
	return near ? `${near}, ${timeOfMoment(moment)}` : dayOfMoment(moment)
}
