import { type ReactNode, useEffect, useRef } from 'react'
import { answersOf, type Impressions } from '#contract/impressions.ts'
import type { GivenRating, RatingImpressions } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { Plate } from '#look/plate.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { EditRatingMenu } from '#ui/features/ratings/edit/edit-rating-menu.tsx'
import { Reply } from '#ui/features/ratings/replies/reply.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Icon } from '#ui/kit/icons.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { T } from '#ui/kit/t.tsx'
import { dayOfMoment, nearDayInWords, timeOfMoment } from '#ui/platform/dates-and-figures.ts'

const AnswerLines = ({ rating }: { rating: Impressions }) => (
	<ReceiptLines>
		{answersOf(rating).map(({ question, answer }) => (
			<ReceiptLine key={question} label={question} value={answer} />
		))}
	</ReceiptLines>
)

type FreshVerdictProps = {
	driverName: string
	/** Receives the focus, because the form that had it is gone. */
	heading: string
	rating: Omit<RatingImpressions, 'id'>
	children: ReactNode
	note?: ReactNode
}

export function FreshVerdict({ driverName, heading, rating, children, note }: FreshVerdictProps) {
	const headingRef = useRef<HTMLHeadingElement>(null)
	useEffect(() => headingRef.current?.focus(), [])
	return (
		<Receipt>
			<div className="flex flex-col items-center gap-4 text-center">
				<Plate>{driverName}</Plate>
				<h1 ref={headingRef} tabIndex={-1} className="max-w-full text-3xl outline-none wrap-anywhere">
					{heading}
				</h1>
				<StarRow value={rating.starRating} />
			</div>
			<ReceiptRule />
			<AnswerLines rating={rating} />
			<ReceiptRule />
			<p className="text-center">{children}</p>
			{note}
		</Receipt>
	)
}

export const SealedMark = ({ isOnTrip = false, className }: { isOnTrip?: boolean | undefined; className?: string }) => (
	<p className={classNames('sealed-mark', className)}>
		<Icon size={18} className="flex-none">
			<rect x="2.5" y="5" width="19" height="14" rx="2" />
			<path d="M3.5 6.5l8.5 7 8.5-7" />
		</Icon>
		{isOnTrip ? t('sealed until the trip is opened') : t('sealed until the evening post')}
	</p>
)

export const NotDrawn = ({ className }: { className?: string }) => (
	<p className={classNames('text-sm', className)}>
		{t('This driver had too many guest verdicts this hour, and a draw left yours out.')}
	</p>
)

type GivenVerdictProps = { verdict: GivenRating; isReplyNew: boolean }

export function GivenVerdict({ verdict, isReplyNew }: GivenVerdictProps) {
	const { driver, reply } = verdict
	const name = nameOf(driver)
	return (
		<li>
			<Receipt torn="both">
				<div className="flex items-center justify-between gap-2">
					<BareLink
						to="/profile/$id"
						params={{ id: driver.id }}
						className="flex min-h-12 min-w-0 items-center gap-3 rounded-lg underline-offset-4 hover:underline"
					>
						<Avatar avatarId={driver.avatarId} name={name} />
						<span className="line-clamp-2 font-display text-xl leading-tight font-bold [overflow-wrap:anywhere]">
							{name}
						</span>
					</BareLink>
					<EditRatingMenu rating={verdict} driverName={name} />
				</div>
				<div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
					<StarRow value={verdict.starRating} />
					<time dateTime={verdict.createdAt} className="font-mono text-xs text-muted">
						{freshMomentInWords(verdict.createdAt)}
					</time>
				</div>
				{verdict.notDrawn ? (
					<NotDrawn className="mt-3" />
				) : verdict.sealed ? (
					<SealedMark isOnTrip={verdict.onTrip} className="mt-3" />
				) : null}
				<ReceiptRule />
				<AnswerLines rating={verdict} />
				{reply ? <Reply driverName={name} sticker={reply} isNew={isReplyNew} /> : null}
			</Receipt>
		</li>
	)
}

/** From another instance: nothing can be done to it, and its driver is not here. */
export function BroughtVerdict({ verdict }: { verdict: GivenRating }) {
	const name = nameOf(verdict.driver)
	return (
		<li>
			<Receipt torn="both">
				<div className="flex min-h-12 min-w-0 items-center gap-3">
					<Avatar avatarId={verdict.driver.avatarId} name={name} />
					<span className="line-clamp-2 font-display text-xl leading-tight font-bold [overflow-wrap:anywhere]">
						{name}
					</span>
				</div>
				<div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
					<StarRow value={verdict.starRating} />
					<span className="font-mono text-xs text-muted">
						<T
							text="{day}, from before"
							day={<time dateTime={verdict.createdAt}>{dayOfMoment(verdict.createdAt)}</time>}
						/>
					</span>
				</div>
				<ReceiptRule />
				<AnswerLines rating={verdict} />
			</Receipt>
		</li>
	)
}

/** 'Today, 2:05 PM' or 'Nov 21, 2026' in the reader's time zone; only today's include the time. */
export function freshMomentInWords(moment: string, now?: Date): string {
	const near = nearDayInWords(moment, now)
	return near ? `${near}, ${timeOfMoment(moment)}` : dayOfMoment(moment)
}
