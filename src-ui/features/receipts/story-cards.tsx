import { onAverage } from '#contract/first-words/card.ts'
import type { Month } from '#contract/ids.ts'
import { JUDGE_KINDS, type Judging } from '#contract/judging.ts'
import type { PublicUser } from '#contract/public-user.ts'
import {
	AWARDED_FROM,
	AWARDS,
	type Award,
	awardInWords,
	monthOf,
	type OwnDriving,
	type Winner,
	type Wrapped,
	winnersOf,
} from '#contract/receipts.ts'
import { t, tn } from '#contract/text.ts'
import { AwardMark } from '#look/award-marks.tsx'
import { Plate } from '#look/plate.tsx'
import { Receipt, ReceiptLine, ReceiptLines } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { JudgingFigures } from '#ui/features/ratings/judging-figures.tsx'
import { yearToChat } from '#ui/features/sent/addressees.ts'
import { SendButton } from '#ui/features/sent/send-button.tsx'
import { KindStamp } from '#ui/features/stats/kind-stamp.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { StarValue } from '#ui/kit/stars/star-value.tsx'
import { T } from '#ui/kit/t.tsx'
import { figureInWords } from '#ui/platform/dates-and-figures.ts'
import { serverNow } from '#ui/platform/server-clock.ts'
import { andMore, HIDDEN_WINNERS, isUnclaimedGhost, keyOf, WinnerLink } from './award-on-receipt.tsx'
import { AWARD_LINES, monthName } from './award-words.ts'
import { SendReceipt } from './send-receipt.tsx'
import type { StoryCard } from './story.tsx'

/** For years with at least one figure. Null figures are skipped. */
export function cardsOf(wrapped: Wrapped, me: PublicUser): StoryCard[] {
	const { year, group, awards, own } = wrapped
	const { driving, judging } = own
	const [first, ...others] = awards
	const best = first?.key === 'driverOfTheMonth' ? first : undefined
	const lists = inCards(best ? others : awards)
	const opening: StoryCard = {
		key: 'opening',
		label: `${year}`,
		tone: 'taxi',
		seconds: 5,
		content: <Opening year={year} me={me} />,
	}
	const cards: (StoryCard | null)[] = [
		opening,
		group && {
			key: 'group',
			label: t('All of you'),
			tone: 'sky',
			seconds: 6,
			content: <GroupYear rides={group.rides} people={group.people} />,
		},
		group && {
			key: 'month',
			label: t('The month with most rides'),
			tone: 'mint',
			seconds: 6,
			content: <BestMonth month={group.bestMonth} />,
		},
		best
			? {
					key: 'best',
					label: AWARDS[best.key].ofYear(),
					tone: 'taxi',
					seconds: 7,
					content: <BestDriver award={best} />,
				}
			: null,
		...lists.map(
			(list, at): StoryCard => ({
				key: `awards-${at}`,
				label: at === 0 ? t('Awards of the year') : t('More awards of the year'),
				tone: at === 0 ? 'brake' : 'dusk',
				seconds: 5 + 2 * list.length,
				content: <AwardList title={at === 0 ? t('And the awards go to') : t('And there is more')} awards={list} />,
			}),
		),
		driving && {
			key: 'driving',
			label: t('Your own driving'),
			tone: 'sky',
			seconds: 8,
			content: <OwnYear driving={driving} />,
		},
		judging && {
			key: 'judging',
			label: driving ? t('How you judged, for you alone') : t('How you judged'),
			tone: 'dusk',
			seconds: 8,
			content: <OwnJudging judging={judging} canBeSent={!driving} />,
		},
		driving || judging
			? null
			: { key: 'blank', label: t('Your own pages'), tone: 'sky', seconds: 6, content: <BlankPages /> },
		{
			key: 'ending',
			label: t('The end of the road'),
			tone: 'mint',
			seconds: 8,
			content: <Ending year={year} own={own} bestMonth={group?.bestMonth} />,
		},
	]
	return cards.filter((card) => card !== null)
}

function inCards(awards: Award[]): Award[][] {
	if (awards.length === 0) return []
	if (awards.length <= 3) return [awards]
	const half = Math.ceil(awards.length / 2)
	return [awards.slice(0, half), awards.slice(half)]
}

function Opening({ year, me }: { year: number; me: PublicUser }) {
	return (
		<>
			<Avatar avatarId={me.avatarId} name={nameOf(me)} size="xl" className="story-pop" />
			<h2 className="story-huge">{year}</h2>
			<p className="story-words">
				<T
					text="Buckle up, <b>{name}</b>. This is what the back seat saw."
					b={<span className="font-bold wrap-anywhere" />}
					name={nameOf(me)}
				/>
			</p>
			<p className="story-hint">{t('Tap to set off')}</p>
		</>
	)
}

const GroupYear = ({ rides, people }: { rides: number; people: number }) => (
	<>
		<h2 className="story-kicker">{t('All of you together')}</h2>
		<p className="story-huge">{figureInWords(rides)}</p>
		<p className="story-words">
			{people === 1
				? // Translators: below the number of rides in large figures: that many rides were rated
					t('rides were rated, and one and the same person drove them all.')
				: // Translators: below the number of rides in large figures: that many rides were rated
					tn('rides were rated, with # person at the wheel.', 'rides were rated, with # people at the wheel.', people)}
		</p>
	</>
)

const BestMonth = ({ month }: { month: Month }) => (
	<>
		{/* Translators: a number plate below it has the name of the month */}
		<h2 className="story-kicker">{t('Never was the road as busy as in')}</h2>
		<p className="max-w-full text-center">
			<Plate className="story-plate" isName={false}>
				{monthName(month)}
			</Plate>
		</p>
		<p className="story-words">{t('The month with most rides has a receipt of its own.')}</p>
		<LinkButton to="/receipts/$month" params={{ month }} variant="secondary" size="sm">
			{t('See its receipt')}
		</LinkButton>
	</>
)

function BestDriver({ award }: { award: Award }) {
	const winners = winnersOf(award)
	return (
		<>
			<span className="story-award-mark">
				<AwardMark award={award.key} />
			</span>
			<h2 className="story-kicker">{AWARDS[award.key].ofYear()}</h2>
			{winners.length === 0 ? (
				<p className="story-words">{HIDDEN_WINNERS}</p>
			) : (
				<>
					<ul className="story-winners" data-alone={winners.length === 1 || undefined}>
						{winners.slice(0, FACES_MAX).map((winner, index) => (
							<li key={keyOf(winner, index)}>
								<WinnerLink winner={winner} className="story-winner">
									<Avatar
										avatarId={winner.avatarId}
										name={nameOf(winner)}
										size={winners.length === 1 ? 'xl' : 'md'}
										isUnclaimedGhost={isUnclaimedGhost(winner)}
										className="story-pop"
									/>
									<span className="story-winner-name">{nameOf(winner)}</span>
								</WinnerLink>
							</li>
						))}
						{winners.length > FACES_MAX ? <li className="font-bold">{andMore(winners.length - FACES_MAX)}</li> : null}
					</ul>
					<p className="story-figure">{awardInWords(award)}</p>
					<p className="story-words">{AWARD_LINES[award.key]}</p>
				</>
			)}
		</>
	)
}

const FACES_MAX = 3

const AwardList = ({ title, awards }: { title: string; awards: Award[] }) => (
	<>
		<h2 className="story-title-large">{title}</h2>
		<ul className="story-awards">
			{awards.map((award) => (
				<li key={award.key} className="story-award sticker">
					<AwardMark award={award.key} size={56} />
					<div className="min-w-0">
						<h3 className="text-base leading-tight">{AWARDS[award.key].ofYear()}</h3>
						<p className="story-award-names">
							{winnersOf(award).length === 0 ? HIDDEN_WINNERS : <Names winners={winnersOf(award)} />}
						</p>
						{winnersOf(award).length === 0 ? null : <p className="story-award-figure">{awardInWords(award)}</p>}
					</div>
				</li>
			))}
		</ul>
	</>
)

function Names({ winners }: { winners: Winner[] }) {
	const [first] = winners
	if (first && winners.length > 2)
		return (
			<T
				text="{driver} and # more"
				plural="{driver} and # more"
				count={winners.length - 1}
				driver={<NameOf winner={first} />}
			/>
		)
	return winners.map((winner, index) => (
		<span key={keyOf(winner, index)}>
			{index > 0 ? t(', ', { context: 'list' }) : null}
			<NameOf winner={winner} />
		</span>
	))
}

const NameOf = ({ winner }: { winner: Winner }) => (
	<WinnerLink winner={winner} className="story-name">
		{nameOf(winner)}
	</WinnerLink>
)

// Translators: a share, as 95%
const inPercent = (percent: number) => t('{percent}%', { percent })

function OwnYear({ driving }: { driving: OwnDriving }) {
	return (
		<>
			<h2 className="story-kicker">{t('You at the wheel')}</h2>
			<p className="story-huge">
				<StarValue value={driving.averageStar} />
				<span className="sr-only">{onAverage()}</span>
			</p>
			<p className="story-words">
				{tn('That is what # ride came to.', 'That is what # rides came to.', driving.rides)}
			</p>
			<div className="w-full max-w-[19rem]">
				<KindStamp kind={driving.kind} />
				<div className="story-slip receipt receipt-torn-both">
					<ReceiptLines>
						<ReceiptLine label={t('Smooth')} value={inPercent(driving.smooth)} />
						<ReceiptLine label={t('Safe')} value={inPercent(driving.safe)} />
						<ReceiptLine label={t('Good vibes')} value={inPercent(driving.goodVibes)} />
					</ReceiptLines>
				</div>
			</div>
		</>
	)
}

const OwnJudging = ({ judging, canBeSent }: { judging: Judging; canBeSent: boolean }) => (
	<>
		<div className="text-center">
			<h2 className="story-title-large">{t('You in the back seat')}</h2>
			<p className="mt-1">
				{canBeSent ? t('Nobody else sees this, unless you send it.') : t('For you alone. Nobody else sees this card.')}
			</p>
		</div>
		<div className="w-full max-w-[20rem]">
			<Receipt torn="both">
				<JudgingFigures judging={judging} />
			</Receipt>
		</div>
	</>
)

const BlankPages = () => (
	<>
		<h2 className="story-title-large">{t('Your own pages are still blank')}</h2>
		<p className="story-words">
			{tn(
				'They begin with {count} ride in your car, or {count} verdict from your seat.',
				'They begin with {count} rides in your car, or {count} verdicts from your seat.',
				AWARDED_FROM,
				{ count: AWARDED_FROM },
			)}
		</p>
		<LinkButton to="/home" variant="secondary" size="sm">
			{t('Rate a ride')}
		</LinkButton>
	</>
)

type EndingProps = { year: number; own: Wrapped['own']; bestMonth: Month | undefined }

/** Members who do not drive send how they judged. */
function Ending({ year, own: { driving, judging }, bestMonth }: EndingProps) {
	const judge = !driving && judging?.kind ? JUDGE_KINDS[judging.kind].name() : undefined
	const hasYear = driving !== null || judge !== undefined
	// The month under way is not printed yet.
	const printed = bestMonth !== undefined && bestMonth < monthOf(new Date(serverNow())) ? bestMonth : undefined
	return (
		<>
			<h2 className="story-title-large">{t('Thank you for riding along')}</h2>
			<p className="story-words">
				{driving
					? t('Show the others what kind of year it was. The picture says nothing of how you judged.')
					: judge
						? t('Show the others what kind of judge they drove. The picture says nothing of whom you judged.')
						: t('Everybody out, and mind the door. There is always a next ride.')}
			</p>
			{hasYear ? (
				<SendButton label={t('Send my year')} to={[yearToChat(year, judge)]} />
			) : printed ? (
				<SendReceipt month={printed} label={t('Send the receipt of {month}', { month: monthName(printed) })} />
			) : null}
			<LinkButton to="/home" variant={hasYear || printed ? 'secondary' : 'primary'}>
				{t('Back to Home')}
			</LinkButton>
		</>
	)
}
