import { useQuery } from '@tanstack/react-query'
import { t } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { weekdayAndTime } from '#ui/platform/dates-and-figures.ts'

const DAY_MS = 86_400_000
/** A verdict that nobody else's joins opens on the evening after this long. */
const WAITS_DAYS = 3

/** When the evening post opens a verdict given at `at`, in the reader's time zone. */
export function useWhenItOpens(at: number): string {
	const { data: instance } = useQuery(instanceQuery)
	const next = instance?.eveningPost
	if (!next)
		return t("It opens on the first evening on which somebody else's waits, too, after three days at the latest.")
	const evening = Date.parse(next)
	const first = evening - Math.floor((evening - at - 1) / DAY_MS) * DAY_MS
	const last = first + WAITS_DAYS * DAY_MS
	// Translators: {soonest} and {latest} are as 'Friday 7:30 PM'
	return t("It opens {soonest} if somebody else's waits by then, and {latest} at the latest.", {
		soonest: weekdayAndTime(new Date(first)),
		latest: weekdayAndTime(new Date(last)),
	})
}
