import type { ReportReason } from '#contract/received-ratings.ts'
import { t } from '#contract/text.ts'

export const REASON_WORDS: Record<ReportReason, string> = {
	not_my_ride: t('Not my ride'),
	harassment: t('Harassment'),
	mistake: t('A mistake'),
	other: t('Something else'),
}

export const REPORT_WORDS = {
	// Translators: of a rating that its driver has reported to a host
	reported: t('Reported'),
	// Translators: of a rating that a host has looked at and keeps
	kept: t('Kept'),
}
