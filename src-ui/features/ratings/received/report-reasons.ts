import type { ReportReason } from '#contract/received-ratings.ts'

export const REASON_WORDS: Record<ReportReason, string> = {
	not_my_ride: 'Not my ride',
	harassment: 'Harassment',
	mistake: 'A mistake',
	other: 'Something else',
}
