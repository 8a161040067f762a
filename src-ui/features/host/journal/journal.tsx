import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import type { JournalLine } from '#contract/host/journal.ts'
import { t } from '#contract/text.ts'
import { Receipt } from '#look/receipt.tsx'
import { journalQuery } from '#ui/features/host/host.api.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { PagedList } from '#ui/kit/feedback/paged-list.tsx'
import { dayOfMoment, nearDayInWords, timeOfMoment } from '#ui/platform/dates-and-figures.ts'
import { JournalSentence } from './journal-words.tsx'
import './journal.css'

const SHOWN = 5

/** The newest lines; 'Show more' reveals the rest. */
export function Journal() {
	const query = useInfiniteQuery(journalQuery)
	const [isWhole, setIsWhole] = useState(false)
	const { data = [], isSuccess, hasNextPage } = query
	const short = {
		...query,
		data: data.slice(0, SHOWN),
		hasNextPage: true,
		fetchNextPage: async () => {
			setIsWhole(true)
			return { data, isSuccess, hasNextPage }
		},
	}
	return (
		<PagedList
			query={isWhole || data.length <= SHOWN ? query : short}
			loading={t('Loading the journal...')}
			failed={() => ({
				title: t('The journal is stuck in traffic'),
				text: t('Nothing of it is lost, but it did not arrive here.'),
			})}
			onTheWay={<JournalOnTheWay />}
			empty={<NothingDone />}
		>
			{(lines, firstNew) => (
				<Receipt torn="both">
					{byDay(lines).map(({ day, lines }) => (
						<Day key={lines[0]?.id} day={day} lines={lines} firstNew={firstNew} />
					))}
				</Receipt>
			)}
		</PagedList>
	)
}

const FULL: Intl.DateTimeFormatOptions = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }

/** Groups lines, newest first, under 'Today', 'Yesterday' or 'Fri, Nov 20, 2026' in the viewer's time zone. */
function byDay(lines: readonly JournalLine[]) {
	const days: { day: string; lines: JournalLine[] }[] = []
	for (const line of lines) {
		const day = nearDayInWords(line.at) ?? dayOfMoment(line.at, FULL)
		const last = days.at(-1)
		if (last?.day === day) last.lines.push(line)
		else days.push({ day, lines: [line] })
	}
	return days
}

type DayProps = { day: string; lines: JournalLine[]; firstNew: (line: JournalLine) => Ref<HTMLLIElement> }

function Day({ day, lines, firstNew }: DayProps) {
	const headingId = `journal-${lines[0]?.id}`
	return (
		<section aria-labelledby={headingId} className="journal-day">
			<h3 id={headingId} className="font-mono text-sm font-normal tracking-normal text-muted uppercase">
				{day}
			</h3>
			<ul>
				{lines.map((line) => (
					<li key={line.id} ref={firstNew(line)} className="journal-line">
						<time dateTime={line.at} className="font-mono text-[0.8125rem] text-muted">
							{timeOfMoment(line.at)}
						</time>
						<p className="min-w-0 [overflow-wrap:anywhere]">
							<JournalSentence line={line} />
						</p>
					</li>
				))}
			</ul>
		</section>
	)
}

function JournalOnTheWay() {
	return (
		<Receipt torn="both">
			<div className="flex flex-col gap-5 py-1">
				{['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2'].map((width) => (
					<Skeleton key={width} className={`h-4 ${width}`} />
				))}
			</div>
		</Receipt>
	)
}

const NothingDone = () => (
	<EmptyState title={t('A clean logbook')}>
		{t('Nobody has touched the controls in 90 days. Either all runs by itself, or all sleep.')}
	</EmptyState>
)
