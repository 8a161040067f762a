import type { Ref } from 'react'
import type { ReportedRating, ReportStatus } from '#contract/host/reports.ts'
import { impressionsInWords } from '#contract/impressions.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { REASON_WORDS } from '#ui/features/ratings/received/report-reasons.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'

const SAID: Record<Exclude<ReportStatus, 'reported'>, { title: string; text: string }> = {
	kept: { title: 'Kept', text: 'It stays, for good.' },
	removed: { title: 'Removed', text: 'The rating is gone.' },
	withdrawn: { title: 'Over', text: 'The rating is not what it was. Nothing to decide any more.' },
}

/** One that needs nobody any more, on a line. */
export function DecidedReport({ report, ref }: { report: ReportedRating; ref: Ref<HTMLLIElement> }) {
	const { driver, rating, day, reason, status } = report
	if (status === 'reported') return null
	const { title, text } = SAID[status]
	const name = nameOf(driver)
	return (
		<li ref={ref} className="report-line">
			<Avatar avatarId={driver.avatarId} name={name} size="sm" />
			<div className="min-w-0">
				<p className="font-semibold wrap-anywhere">{name}</p>
				<p className="text-sm text-muted">
					{REASON_WORDS[reason]}, about {dayInWords(day)}
				</p>
			</div>
			<div className="report-rest">
				{rating ? (
					<>
						<StarRow value={rating.starRating} size="tiny" />
						<span className="text-sm text-muted">
							{impressionsInWords(rating)
								.map(({ word }) => word)
								.join(', ')}
						</span>
					</>
				) : (
					<span className="text-sm text-muted">{text}</span>
				)}
			</div>
			<p className="report-state" data-status={status}>
				{title}
			</p>
		</li>
	)
}
