import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import type { Instance } from '#contract/instance.ts'
import { NEWS_MINUTE_FIRST, NEWS_MINUTE_LAST, NEWS_MINUTE_STEP, type News, type NewsRhythm } from '#contract/news.ts'
import { t } from '#contract/text.ts'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { Radio, RadioGroup } from '#ui/kit/forms/radio-group.tsx'
import { SelectField } from '#ui/kit/forms/select-field.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { listInWords, timeOfMoment } from '#ui/platform/dates-and-figures.ts'
import { newsQuery, timeZoneHere, useChangeNews } from './news.api.ts'
import { NewsByMail } from './news-by-mail.tsx'
import { canPushHere } from './push-subscription.ts'
import { PushSwitch } from './push-switch.tsx'
import './news.css'

type Senders = Pick<Instance, 'push' | 'mail'>

/** False if neither this browser, at this address, nor mail can bring any. */
export const canBringNews = ({ push, mail }: Senders) => mail || (push !== null && canPushHere())

/** 'Evenings, 6:30 PM'; undefined until known. */
export function useNewsNote(me: UserId, isThere: boolean): string | undefined {
	const { data } = useQuery({ ...newsQuery(me), enabled: isThere })
	const rhythm = RHYTHMS.find(({ value }) => value === data?.rhythm)
	if (!data || !rhythm) return undefined
	return rhythm.value === 'never' ? rhythm.label : listInWords([rhythm.label, timeInWords(data.minute)])
}

type NewsChoicesProps = { me: UserId; instance: Senders; onLeaveAddress: () => void }

export function NewsChoices({ me, instance: { push, mail }, onLeaveAddress }: NewsChoicesProps) {
	const query = useQuery(newsQuery(me))
	const pushHere = push && canPushHere() ? push : null
	return (
		<>
			<p className="mb-4 text-muted">
				{pushHere
					? t('We ring once a day at most, when somebody rated you.')
					: t('We write once a day at most, when somebody rated you.')}
			</p>
			<Loaded
				query={query}
				loading={t('Looking up when your news comes...')}
				onTheWay={<ChoicesOnTheWay />}
				failed={() => ({
					title: t('The news is stuck in traffic'),
					text: t('What you chose could not be looked up just now.'),
				})}
			>
				{(news) => (
					<div className="flex flex-col gap-5">
						{pushHere ? <PushSwitch me={me} publicKey={pushHere.publicKey} /> : null}
						<When me={me} news={news} />
						<HowOften me={me} news={news} />
						{mail ? <NewsByMail me={me} news={news} onLeaveAddress={onLeaveAddress} /> : null}
						<WhyNotAtOnce />
					</div>
				)}
			</Loaded>
		</>
	)
}

const MINUTES = Array.from(
	{ length: (NEWS_MINUTE_LAST - NEWS_MINUTE_FIRST) / NEWS_MINUTE_STEP + 1 },
	(_, nth) => NEWS_MINUTE_FIRST + nth * NEWS_MINUTE_STEP,
)

/** The date has no clock change. */
const timeInWords = (minute: number) => timeOfMoment(new Date(2026, 0, 1, 0, minute))

type ChoiceProps = { me: UserId; news: News }

function When({ me, news: { minute, timeZone } }: ChoiceProps) {
	const change = useChangeNews(me)
	return (
		<SelectField
			// Translators: at what time of the day news comes
			label={t('When')}
			value={change.isPending ? (change.variables.minute ?? minute) : minute}
			options={MINUTES.map((value) => ({ value, label: timeInWords(value) }))}
			onChange={(minute) => change.mutate({ minute })}
			hint={timeZone === null || timeZone === timeZoneHere() ? null : otherClockInWords(timeZone)}
			error={change.error ? serverMessage(change.error, NOTHING_CHANGED) : null}
		/>
	)
}

const placeIn = (timeZone: string) => timeZone.replaceAll('_', ' ')
const otherClockInWords = (timeZone: string) =>
	t('By the clock of {place}. Any change here sets it to {here}.', {
		place: placeIn(timeZone),
		here: placeIn(timeZoneHere()),
	})

const RHYTHMS: { value: NewsRhythm; label: string }[] = [
	// Translators: a choice of three side by side, at most 14 characters
	{ value: 'evenings', label: t('Evenings', { context: 'how often' }) },
	// Translators: a choice of three side by side, at most 14 characters
	{ value: 'sundays', label: t('Sundays', { context: 'how often' }) },
	// Translators: a choice of three side by side, at most 14 characters
	{ value: 'never', label: t('Never', { context: 'how often' }) },
]

function HowOften({ me, news: { rhythm } }: ChoiceProps) {
	const change = useChangeNews(me)
	const shown = change.isPending ? (change.variables.rhythm ?? rhythm) : rhythm
	return (
		<RadioGroup
			label={t('How often')}
			error={change.error ? serverMessage(change.error, NOTHING_CHANGED) : null}
			className="choice-group"
		>
			<div className="choice rhythms">
				{RHYTHMS.map(({ value, label }) => (
					<Radio
						key={value}
						name="rhythm"
						value={value}
						isChosen={value === shown}
						onChoose={() => change.mutate({ rhythm: value })}
						data-tone="plain"
						className="choice-side"
					>
						{label}
					</Radio>
				))}
			</div>
		</RadioGroup>
	)
}

const NOTHING_CHANGED = t('Nothing has changed. Please try again.')

const WhyNotAtOnce = () => (
	<p className="field-hint">
		<strong className="text-ink">{t('Why not at once?')}</strong>{' '}
		{t(
			'Three in the car, one on the phone, your pocket buzzes: you would know who it was. So the news waits until there is more than one piece of it, three days at most.',
		)}
	</p>
)

const ChoicesOnTheWay = () => (
	<div aria-hidden="true" className="flex flex-col gap-5">
		<Skeleton className="h-11" />
		<Skeleton className="h-19" />
		<Skeleton className="h-19" />
	</div>
)
