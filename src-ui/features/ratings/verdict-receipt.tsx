import { type ReactNode, useEffect, useRef } from 'react'
import type { RatingImpressions } from '#contract/ratings.ts'
import { Plate } from '#look/plate.tsx'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { AnswerLines } from './impressions.tsx'

type VerdictReceiptProps = {
	driverName: string
	/** Takes the focus: the form that had it is gone. */
	heading: string
	rating: Omit<RatingImpressions, 'id'>
	/** What became of it. */
	children: ReactNode
}

/** What was just said about a driver, in place of the form in which it was said. */
export function VerdictReceipt({ driverName, heading, rating, children }: VerdictReceiptProps) {
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
		</Receipt>
	)
}
