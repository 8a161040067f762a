import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Home } from '#contract/home.ts'
import { putNoticeAway } from '#contract/notice-acts.ts'
import type { Notice, NoticeOf } from '#contract/notices.ts'
import { STICKER_WORDS } from '#contract/replies.ts'
import { t, tn } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import { NoticeLine } from '#ui/kit/feedback/notice-line.tsx'
import { Icon, type IconProps } from '#ui/kit/icons.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { api } from '#ui/platform/api-client.ts'
import { dayInWords, figureInWords, pageLanguage } from '#ui/platform/dates-and-figures.ts'
import type { HomeShape } from '#ui/platform/storage.ts'
import { useMember, useViewer } from '#ui/session/session-context.ts'
import { dueOwnNotice } from './own-notice.memory.ts'
import { OwnNoticeLine } from './own-notices.tsx'
import type { YouHaveTheWheelProps } from './you-have-the-wheel.tsx'

// Only the first host sees this, once. Being lazy inside a lazy file keeps it out of every visitor's preload.
const youHaveTheWheel = latePart<YouHaveTheWheelProps>(() =>
	import('./you-have-the-wheel.tsx').then(({ YouHaveTheWheel }) => YouHaveTheWheel),
)

type Space = HomeShape['space']
export type NoticesProps = { home: Home; space: Space; onSpace: (space: Space) => void }

/** One notice at a time. After one is put away the next takes its place, or the space closes. */
export function Notices({ home, space, onSpace }: NoticesProps) {
	const viewer = useViewer()
	const me = useMember()
	const queryClient = useQueryClient()
	const [own, setOwn] = useState(() => (home.notice ? null : dueOwnNotice(viewer)))
	const [gone, setGone] = useState<readonly string[]>([])
	const YouHaveTheWheel = useLatePart(youHaveTheWheel, space === 'steps')
	const { notice } = home

	const putAway = async ({ kind, id }: Pick<Notice, 'kind' | 'id'>) => {
		// A response still in flight may contain it.
		setGone((before) => [...before, `${kind} ${id}`])
		queryClient.setQueryData(homeQuery.queryKey, (list) => list && { ...list, notice: null })
		await api.send(putNoticeAway, { params: { kind }, body: { id } })
		await queryClient.invalidateQueries({ queryKey: homeQuery.queryKey })
	}
	const showNext = async (before: Pick<Notice, 'kind' | 'id'>) => {
		try {
			await putAway(before)
		} catch (error) {
			// The next visit shows it again.
			return console.warn('The notice was not put away', error)
		}
		if (queryClient.getQueryData(homeQuery.queryKey)?.notice) return
		const next = dueOwnNotice(viewer)
		setOwn(next)
		if (!next) onSpace('none')
	}

	if (space === 'steps' && me) {
		const close = () => {
			onSpace('line')
			void showNext({ kind: 'first-minute', id: 'first-minute' })
		}
		return YouHaveTheWheel ? <YouHaveTheWheel me={me} hasDrivers={home.drivers.length > 0} onClosed={close} /> : null
	}
	if (notice && !gone.includes(`${notice.kind} ${notice.id}`))
		return (
			<NoticeLine
				key={notice.id}
				// Translators: the name of a line about news, read out
				label={t('Notice')}
				putAwayLabel={t('Put this away')}
				onPutAway={() => void showNext(notice)}
				icon={ICONS[notice.kind]}
			>
				<NoticeWords
					notice={notice}
					home={home}
					onRead={() => void putAway(notice).catch((error) => console.warn('The notice was not put away', error))}
				/>
			</NoticeLine>
		)
	return own ? <OwnNoticeLine notice={own} onAnswered={() => onSpace('none')} /> : null
}

/** `onRead` puts a notice away that has nothing more to say once its screen was opened. */
function NoticeWords({ notice, home, onRead }: { notice: Notice; home: Home; onRead: () => void }) {
	switch (notice.kind) {
		case 'first-minute':
			return <LastStep home={home} />
		case 'came-along':
			return (
				<BareLink to="/verdicts" className="notice-words" onClick={onRead}>
					{/* Translators: ratings that were brought along from another Backseat */}
					{tn('Your verdict came along', 'Your {count} verdicts came along', notice.count, {
						count: figureInWords(notice.count),
					})}
				</BareLink>
			)
		case 'trip':
			return (
				<BareLink to="/trip/$token" params={{ token: notice.token }} className="notice-words">
					{t('{trip} is under way. Back to the trip.', { trip: notice.title })}
				</BareLink>
			)
		case 'answers':
			return (
				<BareLink
					to="/verdicts"
					{...(notice.ratingId !== undefined && { hash: `verdict-${notice.ratingId}` })}
					className="notice-words"
				>
					{answersInWords(notice)}
				</BareLink>
			)
		case 'trip-receipt':
			return (
				<BareLink to="/trip/$token" params={{ token: notice.token }} className="notice-words">
					{t('{trip} is over. Its receipt is printed.', { trip: notice.title })}
				</BareLink>
			)
		case 'month':
			return (
				<BareLink to="/receipts/$month" params={{ month: notice.month }} className="notice-words" onClick={onRead}>
					{/* Translators: the month's receipt is; '{month}' is its name, in lower case where the language writes it so */}
					{t('{month} is printed. Who is Driver of the Month?', {
						month: dayInWords(`${notice.month}-01`, { month: 'long' }),
					})}
				</BareLink>
			)
		case 'year':
			return (
				<BareLink to="/wrapped" search={{ year: notice.year }} className="notice-words" onClick={onRead}>
					{/* Translators: a review of the year */}
					{t('Your {year} in the back seat is ready to watch.', { year: notice.year })}
				</BareLink>
			)
	}
}

/** The step left, by what the server can see: of the own link it sees only the first rating. */
function LastStep({ home }: { home: Home }) {
	const me = useMember()
	if (home.drivers.length === 0)
		return (
			<BareLink to="/add-driver" className="notice-words">
				{t('One stop left: add the first driver.')}
			</BareLink>
		)
	if (me && home.me?.totalRides === 0)
		return (
			<BareLink to="/profile/$id" params={{ id: me.id }} className="notice-words">
				{t('One stop left: send or print your own link.')}
			</BareLink>
		)
	return (
		<BareLink to="/host" className="notice-words">
			{t('One stop left: let somebody in.')}
		</BareLink>
	)
}

function answersInWords({ count, driver, sticker }: NoticeOf<'answers'>): string {
	if (driver && sticker)
		return t('{name} answered: {answer}', { name: nameOf(driver), answer: STICKER_WORDS[sticker]() })
	// Only English spells the number, because others would have to inflect it.
	const spelt = pageLanguage() === 'en' ? NUMBERS[count - 2] : undefined
	return tn('One driver answered', '{count} drivers answered', count, { count: spelt ?? figureInWords(count) })
}
const NUMBERS = ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

const CarIcon = () => (
	<NoticeIcon>
		<path d="M3 16.5v-3.2c0-1 .7-1.8 1.7-2l2.3-.5 2.4-3.4c.4-.6 1-.9 1.7-.9h3.3c.7 0 1.4.3 1.8.9l2.3 3.2 1.2.3c.9.2 1.5 1 1.5 1.9v3.7h-2.4M9.2 16.5h5.6M3 16.5h1.4" />
		<circle cx="6.8" cy="17" r="2.2" />
		<circle cx="17" cy="17" r="2.2" />
	</NoticeIcon>
)
const ReceiptIcon = () => (
	<NoticeIcon>
		<path d="M6 3.5l2 1.5 2-1.5 2 1.5 2-1.5 2 1.5 2-1.5v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9.5 10h5M9.5 14h5" />
	</NoticeIcon>
)
const BubbleIcon = () => (
	<NoticeIcon>
		<path d="M4 5h16v11h-8l-4.5 4v-4H4zM8 9h8M8 12.5h5" />
	</NoticeIcon>
)
const TrophyIcon = () => (
	<NoticeIcon>
		<path d="M7.5 5.5H4c0 4 1.2 6.2 4 6.6M16.5 5.5H20c0 4-1.2 6.2-4 6.6M12 14.5v3.5M8 20.5h8" />
		<path d="M7.5 3.5h9V9c0 3.4-1.8 5.5-4.5 5.5S7.5 12.4 7.5 9z" fill="#ffc62b" />
	</NoticeIcon>
)
const WheelIcon = () => (
	<NoticeIcon>
		<circle cx="12" cy="12" r="8.5" />
		<circle cx="12" cy="12" r="2" />
		<path d="M3.5 11c2.5-.8 4.5-.8 6.5 0M14 11c2-.8 4-.8 6.5 0M12 14v6.5" />
	</NoticeIcon>
)

const NoticeIcon = (props: IconProps & { children: ReactNode }) => <Icon size={28} className="flex-none" {...props} />

const ICONS: Record<Notice['kind'], ReactNode> = {
	'first-minute': <WheelIcon />,
	'came-along': <ReceiptIcon />,
	trip: <CarIcon />,
	answers: <BubbleIcon />,
	'trip-receipt': <ReceiptIcon />,
	month: <TrophyIcon />,
	year: <TrophyIcon />,
}
