import { useRef } from 'react'
import type { GivenRating } from '#contract/ratings.ts'
import { t, tn } from '#contract/text.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { useFocusAfterRemoval } from '#ui/kit/lost-focus.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { StarShape, starColor } from '#ui/kit/stars/star-value.tsx'
import { useGiveBack } from './leave-behind.ts'

/** Lists the adopted ratings with a button to leave each behind: on a shared tablet they may be another person's. */
export function CameAlongReceipt({ ratings }: { ratings: GivenRating[] }) {
	const heading = useRef<HTMLHeadingElement>(null)
	const list = useRef<HTMLUListElement>(null)
	const giveBack = useGiveBack()
	const isOnlyOne = giveBack.variables?.length === 1
	useFocusAfterRemoval(ratings, (place) => {
		const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
		return buttons[place] ?? buttons.at(-1) ?? heading.current
	})

	return (
		<Receipt torn="both">
			<section aria-labelledby="came-along">
				<h2 ref={heading} id="came-along" tabIndex={-1} className="text-center text-2xl outline-none">
					{headingFor(ratings.length)}
				</h2>
				{ratings.length > 0 ? (
					<>
						<p className="mt-1.5 text-center text-sm text-muted">
							{t('Said here without an account. What is not yours can be left behind for 24 hours.')}
						</p>
						<ReceiptRule />
						<ul ref={list} className="flex flex-col gap-1">
							{ratings.map((rating) => (
								<Line
									key={rating.id}
									rating={rating}
									isPending={giveBack.isPending && isOnlyOne && giveBack.variables?.[0]?.id === rating.id}
									isBusy={giveBack.isPending}
									onNotMine={() => giveBack.mutate([rating])}
								/>
							))}
						</ul>
						<ReceiptRule />
					</>
				) : null}
				<p role="status" className="text-center text-sm empty:hidden not-empty:mb-3">
					{giveBack.data && giveBack.variables ? afterwards(giveBack.data.tooLate, giveBack.variables.length) : null}
				</p>
				{giveBack.error ? (
					<p role="alert" className="mb-3 text-center text-sm font-semibold text-bad">
						{t('That did not work. Nothing is lost; please try again.')}
					</p>
				) : null}
				{ratings.length > 1 ? (
					<PendingButton
						variant="quiet"
						size="sm"
						isBlock
						isPending={giveBack.isPending && !isOnlyOne}
						onPress={() => giveBack.mutate(ratings)}
					>
						{giveBack.isPending && !isOnlyOne ? t('Leaving them behind...') : t('None of these are mine')}
					</PendingButton>
				) : null}
			</section>
		</Receipt>
	)
}

type LineProps = { rating: GivenRating; isPending: boolean; isBusy: boolean; onNotMine: () => void }

function Line({ rating, isPending, isBusy, onNotMine }: LineProps) {
	const name = nameOf(rating.driver)
	return (
		<li className="flex min-h-11 items-center gap-3">
			<span className="line-clamp-2 min-w-0 flex-1 font-bold wrap-anywhere">{name}</span>
			<span
				role="img"
				aria-label={tn('# star', '# stars', rating.starRating)}
				className="inline-flex items-center gap-1 font-mono"
			>
				{rating.starRating}
				<StarShape size="1em" fill={starColor(rating.starRating)} />
			</span>
			<PendingButton
				variant="quiet"
				size="sm"
				className="-me-3 shrink-0"
				isPending={isPending}
				isDisabled={isBusy && !isPending}
				aria-label={t('Not mine: {driver}', { driver: name })}
				onPress={onNotMine}
			>
				{t('Not mine')}
			</PendingButton>
		</li>
	)
}

function headingFor(count: number): string {
	if (count === 0) return t('All of it was left behind')
	return tn('Your verdict came along', 'Your # verdicts came along', count, { context: 'heading' })
}

function afterwards(tooLate: number, count: number): string {
	if (tooLate > 0)
		return tooLate === count ? t('Too late for that: it stays with you.') : t('Some were too late: they stay with you.')
	// Translators: verdicts of a guest, which an account took over; without the number
	return tn("Left behind. It is a guest's again.", "Left behind. They are a guest's again.", count)
}
