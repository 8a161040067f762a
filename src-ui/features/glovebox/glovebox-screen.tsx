import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { DRIVER_KINDS } from '#contract/driver-kinds.ts'
import type { Glovebox } from '#contract/glovebox.ts'
import { AWARDS } from '#contract/receipts.ts'
import { t, tn } from '#contract/text.ts'
import type { TripState } from '#contract/trips.ts'
import { AwardMark } from '#look/award-marks.tsx'
import { KindMark } from '#look/kind-marks.tsx'
import { monthInWords } from '#ui/features/receipts/award-words.ts'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Loaded, Spinner } from '#ui/kit/feedback/loaded.tsx'
import { useFocusAfterRemoval } from '#ui/kit/lost-focus.ts'
import { BackLink, BareLink, LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { T } from '#ui/kit/t.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { dayInWords, dayOfMoment } from '#ui/platform/dates-and-figures.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useSession, useViewer } from '#ui/session/session-context.ts'
import { gloveboxQuery } from './glovebox.api.ts'
import { SentPages } from './sent-pages.tsx'
import './glovebox.css'

export function GloveboxScreen() {
	const { kind } = useViewer()
	return (
		<Page>
			<PageTitle>{t('The glovebox')}</PageTitle>
			<div className="mb-5 flex items-start gap-1">
				<BackLink to="/home" label={t('Back to Home')} />
				<div>
					<h1>{t('The glovebox')}</h1>
					<p className="mt-1.5 text-muted">{t('What you took part in. Only you can open it.')}</p>
				</div>
			</div>
			{/* After the session ends the server would only return what the browser has as a guest. */}
			{kind === 'ended' ? <SessionEnded /> : <Contents key={kind} isMember={kind === 'member'} />}
		</Page>
	)
}

function Contents({ isMember }: { isMember: boolean }) {
	const query = useQuery(gloveboxQuery)
	// Here, because the last page takes its shelf along.
	useFocusAfterRemoval(
		query.data?.sent ?? NOTHING_SENT,
		(place) =>
			[...document.querySelectorAll<HTMLElement>('.glovebox-sent button')][place] ?? document.getElementById('main'),
	)
	return (
		<Loaded
			query={query}
			onTheWay={<Spinner label={t('Looking behind the ice scraper...')} />}
			failed={(error) => ({
				title: t('The glovebox is stuck'),
				text: serverMessage(error, t('It did not open. Everything is still in it; please try again.')),
			})}
		>
			{(glovebox) =>
				isEmpty(glovebox) ? <NothingInIt isMember={isMember} /> : <Shelves glovebox={glovebox} isMember={isMember} />
			}
		</Loaded>
	)
}

const NOTHING_SENT: Glovebox['sent'] = []

const isEmpty = ({ trips, months, years, kinds, awards, sent, brought }: Glovebox) =>
	[trips, months, years, kinds.seen, awards, sent].every(({ length }) => length === 0) && brought === 0

function Shelves({ glovebox, isMember }: { glovebox: Glovebox; isMember: boolean }) {
	const { trips, months, years, kinds, awards, sent, brought } = glovebox
	return (
		<div className="flex flex-col gap-8">
			<Shelf title={t('Road trips')} isShown={trips.length > 0}>
				<Short
					list={trips}
					first={4}
					all={(count) => tn('All # trip', 'All # trips', count)}
					className="flex flex-col gap-2.5"
				>
					{(trip) => (
						<li key={trip.token}>
							<BareLink to="/trip/$token" params={{ token: trip.token }} className="glovebox-row sticker sticker-press">
								<span className="font-display text-lg leading-tight font-bold wrap-anywhere">{trip.title}</span>
								<span className="text-sm text-muted">
									{trip.openedAt === null
										? UNDER_WAY[trip.state]
										: t('Opened on {day}', { day: dayOfMoment(trip.openedAt) })}
								</span>
							</BareLink>
						</li>
					)}
				</Short>
				<p className="mt-2.5 text-sm text-muted">{t('The receipt of a trip stays for 90 days.')}</p>
			</Shelf>
			<Shelf title={t('Months')} isShown={months.length > 0}>
				<Short
					list={months}
					first={6}
					all={(count) => tn('All # month', 'All # months', count)}
					className="flex flex-wrap gap-2.5"
				>
					{(month) => (
						<li key={month}>
							<LinkButton to="/receipts/$month" params={{ month }} variant="secondary" size="sm">
								{monthInWords(month)}
							</LinkButton>
						</li>
					)}
				</Short>
			</Shelf>
			<Shelf title={t('Years')} isShown={years.length > 0}>
				<ul className="flex flex-wrap gap-2.5">
					{years.map((year) => (
						<li key={year}>
							<LinkButton to="/wrapped" search={{ year }} variant="secondary" size="sm">
								{t('Your year {year}', { year })}
							</LinkButton>
						</li>
					))}
				</ul>
			</Shelf>
			<Shelf title={t('Kinds of driver you have been')} isShown={isMember}>
				<Album kinds={kinds} />
			</Shelf>
			<Shelf title={t('Awards')} isShown={awards.length > 0}>
				<Short
					list={awards}
					first={4}
					all={(count) => tn('All # award', 'All # awards', count)}
					className="flex flex-col gap-2.5"
				>
					{({ award, month }) => (
						<li key={`${month} ${award}`}>
							<BareLink
								to="/receipts/$month"
								params={{ month }}
								className="glovebox-row glovebox-award sticker sticker-press"
							>
								<AwardMark award={award} size={44} />
								<span className="font-display text-lg leading-tight font-bold">{AWARDS[award].name()}</span>
								<span className="text-sm text-muted">{monthInWords(month)}</span>
							</BareLink>
						</li>
					)}
				</Short>
			</Shelf>
			<Shelf title={t('Sent to chats')} isShown={sent.length > 0}>
				<SentPages sent={sent} />
			</Shelf>
			{brought > 0 ? (
				<BareLink to="/verdicts" hash="from-before" className="glovebox-row sticker sticker-press">
					<span className="font-display text-lg leading-tight font-bold">{t('From before')}</span>
					<span className="text-sm text-muted">
						{tn('One verdict from another Backseat', '# verdicts from another Backseat', brought)}
					</span>
				</BareLink>
			) : null}
			{isMember ? null : (
				<p className="text-sm text-muted">{t('This browser remembers it for you. Log in, and it comes along.')}</p>
			)}
		</div>
	)
}

const UNDER_WAY: Record<TripState, string> = {
	// Translators: of a road trip
	boarding: t('On the road'),
	// Translators: of a road trip; its ratings are sealed until all open them
	rating: t('Arrived, and not opened yet'),
	// Translators: of a road trip: its ratings are no longer sealed
	open: t('Opened'),
}

function Shelf({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
	const headingId = useId()
	if (!isShown) return null
	return (
		<section aria-labelledby={headingId}>
			<h2 id={headingId} className="mb-2.5 text-xl">
				{title}
			</h2>
			{children}
		</section>
	)
}

type ShortProps<One> = {
	list: readonly One[]
	first: number
	all: (count: number) => string
	className: string
	children: (one: One) => ReactNode
}

/** Shows the newest, and the others on request. One more takes no more space than the button. */
function Short<One>({ list, first, all, className, children }: ShortProps<One>) {
	const [areAllShown, setAreAllShown] = useState(list.length <= first + 1)
	return (
		<>
			<ul className={className}>{(areAllShown ? list : list.slice(0, first)).map(children)}</ul>
			{areAllShown ? null : (
				<Button variant="quiet" size="sm" className="-ms-3.5" onPress={() => setAreAllShown(true)}>
					{all(list.length)}
				</Button>
			)}
		</>
	)
}

/** Stamps in the order in which they were collected; the missing ones keep their secret. */
function Album({ kinds: { seen, of } }: { kinds: Glovebox['kinds'] }) {
	const collected = { seen: seen.length, all: of, b: <strong className="font-mono text-ink" /> }
	return (
		<>
			<p className="mb-3 text-muted">
				{seen.length === 0 ? (
					<T text="<b>{seen} of {all}</b>. Your profile stamps the first one." {...collected} />
				) : (
					<T text="<b>{seen} of {all}</b>" {...collected} />
				)}
			</p>
			<ul className="glovebox-album">
				{seen.toReversed().map(({ kind, day }) => (
					<li key={kind} className="glovebox-stamp">
						<KindMark kind={kind} size={56} />
						<span className="font-bold">{DRIVER_KINDS[kind].name()}</span>
						<time dateTime={day} className="text-muted">
							{dayInWords(day)}
						</time>
					</li>
				))}
			</ul>
			<div aria-hidden="true" className="glovebox-missing">
				{Array.from({ length: of - seen.length }, (_, nth) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
					<span key={nth}>?</span>
				))}
			</div>
		</>
	)
}

function SessionEnded() {
	const session = useSession()
	return (
		<EmptyState
			title={t('The glovebox is locked')}
			action={
				<Button variant="secondary" onPress={() => session.logInAgain.set(true)}>
					{t('Log in again')}
				</Button>
			}
		>
			{t('Log in again, and it opens.')}
		</EmptyState>
	)
}

const NothingInIt = ({ isMember }: { isMember: boolean }) => (
	<EmptyState title={t('Nothing in here yet')} action={<LinkButton to="/home">{t('Rate a ride')}</LinkButton>}>
		{isMember
			? t('Road trips, printed months and awards end up in here. So far it holds an ice scraper and half a biscuit.')
			: t(
					'Road trips of this browser, and what it has sent, end up in here. So far it holds an ice scraper and half a biscuit.',
				)}
	</EmptyState>
)
