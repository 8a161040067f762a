import { type ReactNode, useEffect } from 'react'
import * as v from 'valibot'
import { refusalInWords } from '#contract/sentences.ts'
import { t } from '#contract/text.ts'
import { FinishedRating } from '#ui/features/ratings/celebration/kept-celebration.ts'
import { FreshVerdict } from '#ui/features/ratings/verdict-receipts.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useOwnWaiting, useSentRating, WaitingButtons } from './waiting-buttons.tsx'
import type { WaitingRating } from './waiting-rating.ts'

export type WaitingVerdictProps = {
	place: number
	driverName: string
	onSent: (rating: FinishedRating) => void
	onGone: () => void
}

/** Shown instead of the celebration while a rating is unsent, so it claims no success. */
export function WaitingVerdict({ place, driverName, onSent, onGone }: WaitingVerdictProps) {
	const { own, isFetching } = useOwnWaiting()
	const sent = useSentRating(place)
	const waiting = own?.find((one) => one.place === place)
	const isGone = own !== undefined && !isFetching && waiting === undefined
	useEffect(() => {
		if (sent) onSent(v.parse(FinishedRating, sent))
		else if (isGone) onGone()
	}, [sent, isGone, onSent, onGone])

	const page = {
		action: (
			<LinkButton to="/home" isBlock>
				{t('Back to Home')}
			</LinkButton>
		),
		children: <PageTitle>{t('On its way: the verdict on {driver}', { driver: driverName })}</PageTitle>,
	}
	return waiting ? <WaitingPage {...page} waiting={waiting} /> : <Page {...page} width="columns" />
}

function WaitingPage({
	waiting,
	children,
	action,
}: {
	waiting: WaitingRating
	children: ReactNode
	action: ReactNode
}) {
	const { rating, driverName, refusal } = waiting
	return (
		<Page
			lead={
				<FreshVerdict
					driverName={driverName}
					// Translators: a rating that was sent late, and refused
					heading={refusal ? t('It came back') : t('Your verdict is on its way')}
					rating={rating}
				>
					{refusal
						? t('Nothing was saved.')
						: t(
								'No signal in this tunnel. It stays right here and goes out by itself, even if you close this page and come back later.',
							)}
				</FreshVerdict>
			}
			action={action}
			actionBelow="content"
			aside={
				<div className="mt-4 flex flex-wrap items-center justify-center gap-x-1">
					<WaitingButtons variant="quiet" waiting={waiting} />
				</div>
			}
		>
			{children}
			{refusal ? (
				<div className="mt-4 md:mt-0">
					<Notice
						tone="warn"
						title={
							<span className="wrap-anywhere">
								{t('{driver}: {refusal}', { driver: driverName, refusal: refusalInWords(refusal) })}
							</span>
						}
					/>
				</div>
			) : null}
		</Page>
	)
}
