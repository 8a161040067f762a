import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { Month } from '#contract/ids.ts'
import { AWARDED_FROM, monthBefore, monthOf, type Receipt } from '#contract/receipts.ts'
import { t, tn } from '#contract/text.ts'
import { Plate } from '#look/plate.tsx'
import { ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Loaded, Spinner } from '#ui/kit/feedback/loaded.tsx'
import { BackLink, LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { Barcode } from '#ui/kit/page/receipt-parts.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { dayInWords, figureInWords } from '#ui/platform/dates-and-figures.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { serverNow } from '#ui/platform/server-clock.ts'
import { useMember } from '#ui/session/session-context.ts'
import { AwardOnReceipt } from './award-on-receipt.tsx'
import { monthInWords, monthName } from './award-words.ts'
import { BackToHome, MembersOnly, useRecheckIfRefused } from './members-only.tsx'
import { hasBeenPrinted, notePrinted } from './printed.memory.ts'
import { receiptQuery } from './receipts.api.ts'
import { SendReceipt } from './send-receipt.tsx'
import './receipts.css'

export function ReceiptScreen({ month }: { month: string }) {
	if (!v.is(Month, month))
		return <NoSuchReceipt title={t('No such month')}>{t('That is in no calendar we know.')}</NoSuchReceipt>
	const title = t('Receipt of {month}', { month: monthInWords(month) })
	return (
		<MembersOnly title={title} next={`/receipts/${month}`}>
			<ReceiptOfMonth key={month} month={month} title={title} />
		</MembersOnly>
	)
}

function ReceiptOfMonth({ month, title }: { month: Month; title: string }) {
	const query = useQuery(receiptQuery(month))
	useRecheckIfRefused(query.error)
	if (query.data === null)
		return (
			<NoSuchReceipt title={t('{month} is still down the road', { month: monthInWords(month) })}>
				{t('Its receipt is printed when it is over.')}
			</NoSuchReceipt>
		)
	const isWorthSending = query.data !== undefined && query.data.rides > 0
	return (
		<Page
			action={isWorthSending && isOver(month) ? <SendReceipt month={month} label={t('Send this receipt')} /> : null}
		>
			<PageTitle>{title}</PageTitle>
			<BackLink to="/home" label={t('Back to Home')} />
			<Loaded
				query={query}
				onTheWay={<Spinner label={t('Warming up the printer...')} />}
				failed={(error) => ({
					title: t('Paper jam'),
					text: serverMessage(error, t('The receipt did not come out. It is safe; please try again.')),
				})}
			>
				{(receipt) =>
					receipt && (
						<>
							<PrintedReceipt receipt={receipt} />
							<OtherMonths month={month} />
						</>
					)
				}
			</Loaded>
		</Page>
	)
}

/** The first day after the month, in UTC like all receipt months. */
const endOf = (month: Month) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5))))

const isOver = (month: Month) => month < monthOf(new Date(serverNow()))

function PrintedReceipt({ receipt }: { receipt: Receipt }) {
	const { month, rides, people, bumpy, awards } = receipt
	const isSoFar = !isOver(month)
	const reader = useMember()?.id ?? 0
	const [isPrinting] = useState(() => !hasBeenPrinted({ reader, month, isSoFar }))
	useEffect(() => notePrinted({ reader, month, isSoFar }), [reader, month, isSoFar])
	const tornOff = dayInWords(endOf(month).toISOString().slice(0, 10))
	return (
		<div
			className="printer"
			data-printing={isPrinting || undefined}
			style={{ '--feeds': 16 + 5 * awards.length } as CSSProperties}
		>
			<div aria-hidden="true" className="printer-mouth" />
			<div className="printer-paper">
				<div className="printer-feed">
					<article aria-labelledby="month" className="receipt month-receipt">
						<div className="flex flex-col items-center gap-3 text-center">
							<p className="font-mono text-sm uppercase">{t("The back seat's receipt")}</p>
							<h1 id="month" className="max-w-full text-base leading-none">
								<Plate isName={false}>{monthInWords(month)}</Plate>
							</h1>
							{/* Translators: a stamp on the receipt of a month that is not over */}
							{isSoFar ? <p className="so-far">{t('so far')}</p> : null}
						</div>
						<ReceiptRule />
						{rides === 0 ? (
							<NobodyDrove isSoFar={isSoFar} />
						) : (
							<>
								<ReceiptLines>
									<ReceiptLine label={t('Rides')} value={figureInWords(rides)} />
									<ReceiptLine label={t('People driving')} value={figureInWords(people)} />
								</ReceiptLines>
								<ReceiptRule />
								{awards.length === 0 ? (
									<NoAwards isSoFar={isSoFar} />
								) : (
									<div className="awards">
										{awards.map((award) => (
											<AwardOnReceipt key={award.key} award={award} month={month} />
										))}
										{hasAnybodyTwo(awards) ? (
											<p className="text-center text-sm text-balance text-muted">
												{t('Nobody wins more than two. A third goes to the next best.')}
											</p>
										) : null}
									</div>
								)}
								<ReceiptRule />
								<ReceiptLines>
									<ReceiptLine label={t('Speed bumps met')} value={figureInWords(bumpy)} />
								</ReceiptLines>
							</>
						)}
						<ReceiptRule />
						<p className="mb-4 text-center font-mono text-xs text-balance">
							{isSoFar
								? t('Still in the printer. It is torn off on {day}.', { day: tornOff })
								: t('Torn off on {day}. Thank you for riding along.', { day: tornOff })}
						</p>
						<Barcode seed={month} />
					</article>
				</div>
			</div>
		</div>
	)
}

const hasAnybodyTwo = (awards: Receipt['awards']): boolean => {
	const winners = awards.flatMap(({ drivers }) => drivers.map(({ id }) => id))
	return new Set(winners).size < winners.length
}

const NobodyDrove = ({ isSoFar }: { isSoFar: boolean }) => (
	<div className="flex flex-col items-center gap-2 py-4 text-center">
		<p className="font-display text-2xl leading-tight font-extrabold text-balance">
			{t('Nobody drove, or nobody told.')}
		</p>
		<p className="text-balance">
			{isSoFar ? t('The paper is blank, and the pen is in the back seat.') : t('A month of very quiet roads.')}
		</p>
		{isSoFar ? (
			<LinkButton to="/home" size="sm" className="mt-2">
				{t('Rate a ride')}
			</LinkButton>
		) : null}
	</div>
)

const NoAwards = ({ isSoFar }: { isSoFar: boolean }) => (
	<div className="flex flex-col items-center gap-2 py-2 text-center">
		<p className="font-display text-xl leading-tight font-extrabold text-balance">
			{isSoFar ? t('No awards yet') : t('No awards this time')}
		</p>
		<p className="text-balance">
			{tn(
				'It takes a driver # rating in the month to win one.',
				'It takes a driver # ratings in the month to win one.',
				AWARDED_FROM,
			)}
		</p>
	</div>
)

/** Two of equal width on a line of 320 px, or below each other where the text is large. */
const OTHER_MONTH = 'grow basis-32 px-2 only:grow-0 only:basis-auto'

function OtherMonths({ month }: { month: Month }) {
	const [before, after] = [monthBefore(month), monthOf(endOf(month))]
	return (
		<nav aria-label={t('Other months')} className="mt-6 flex flex-wrap gap-2.5">
			{v.is(Month, before) ? (
				<LinkButton
					to="/receipts/$month"
					params={{ month: before }}
					variant="secondary"
					size="sm"
					className={OTHER_MONTH}
				>
					<span aria-hidden="true" className="month-arrow">
						←
					</span>{' '}
					{monthInWords(before)}
				</LinkButton>
			) : null}
			{after <= monthOf(new Date(serverNow())) ? (
				<LinkButton
					to="/receipts/$month"
					params={{ month: after }}
					variant="secondary"
					size="sm"
					className={OTHER_MONTH}
				>
					{monthInWords(after)}{' '}
					<span aria-hidden="true" className="month-arrow">
						→
					</span>
				</LinkButton>
			) : null}
		</nav>
	)
}

function NoSuchReceipt({ title, children }: { title: string; children: ReactNode }) {
	const month = monthOf(new Date(serverNow()))
	return (
		<Page action={<BackToHome />}>
			<PageTitle>{title}</PageTitle>
			<EmptyState
				headingLevel="h1"
				title={title}
				action={
					<LinkButton to="/receipts/$month" params={{ month }}>
						{t('See {month} so far', { month: monthName(month) })}
					</LinkButton>
				}
			>
				{children}
			</EmptyState>
		</Page>
	)
}
