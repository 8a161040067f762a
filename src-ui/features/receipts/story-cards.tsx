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
import { figureInWords } from '#ui/platform/dates-and-figures.ts'
import { serverNow } from '#ui/platform/server-clock.ts'
import { andMore, HIDDEN_WINNERS, isUnclaimedGhost, keyOf, WinnerLink } from './award-on-receipt.tsx'
import { AWARD_LINES, monthName, ridesInWords } from './award-words.ts'
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
			label: 'All of you',
			tone: 'sky',
			seconds: 6,
			content: <GroupYear rides={group.rides} people={group.people} />,
		},
		group && {
			key: 'month',
			label: 'The month with most rides',
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
				label: at === 0 ? 'Awards of the year' : 'More awards of the year',
				tone: at === 0 ? 'brake' : 'dusk',
				seconds: 5 + 2 * list.length,
				content: <AwardList title={at === 0 ? 'And the awards go to' : 'And there is more'} awards={list} />,
			}),
		),
		driving && {
			key: 'driving',
			label: 'Your own driving',
			tone: 'sky',
			seconds: 8,
			content: <OwnYear driving={driving} />,
		},
		judging && {
			key: 'judging',
			label: driving ? 'How you judged, for you alone' : 'How you judged',
			tone: 'dusk',
			seconds: 8,
			content: <OwnJudging judging={judging} canBeSent={!driving} />,
		},
		driving || judging
			? null
			: { key: 'blank', label: 'Your own pages', tone: 'sky', seconds: 6, content: <BlankPages /> },
		{
			key: 'ending',
			label: 'The end of the road',
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
				Buckle up, <span className="font-bold wrap-anywhere">{nameOf(me)}</span>. This is what the back seat saw.
			</p>
			<p className="story-hint">Tap to set off</p>
		</>
	)
}

const GroupYear = ({ rides, people }: { rides: number; people: number }) => (
	<>
		<h2 className="story-kicker">All of you together</h2>
		<p className="story-huge">{figureInWords(rides)}</p>
		<p className="story-words">
			{people === 1
				? 'rides were rated, and one and the same person drove them all.'
				: `rides were rated, with ${figureInWords(people)} people at the wheel.`}
		</p>
	</>
)

const BestMonth = ({ month }: { month: Month }) => (
	<>
		<h2 className="story-kicker">Never was the road as busy as in</h2>
		<p className="max-w-full text-center">
			<Plate className="story-plate">{monthName(month)}</Plate>
		</p>
		<p className="story-words">The month with most rides has a receipt of its own.</p>
		<LinkButton to="/receipts/$month" params={{ month }} variant="secondary" size="sm">
			See its receipt
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
	const shown = winners.length <= 2 ? winners : winners.slice(0, 1)
	return (
		<>
			{shown.map((winner, index) => (
				<span key={keyOf(winner, index)}>
					{index > 0 ? ', ' : null}
					<WinnerLink winner={winner} className="story-name">
						{nameOf(winner)}
					</WinnerLink>
				</span>
			))}
			{winners.length > shown.length ? <> {andMore(winners.length - shown.length)}</> : null}
		</>
	)
}

function OwnYear({ driving }: { driving: OwnDriving }) {
	return (
		<>
			<h2 className="story-kicker">You at the wheel</h2>
			<p className="story-huge">
				<StarValue value={driving.averageStar} />
				<span className="sr-only"> stars on average</span>
			</p>
			<p className="story-words">{`That is what ${ridesInWords(driving.rides)} came to.`}</p>
			<div className="w-full max-w-[19rem]">
				<KindStamp kind={driving.kind} />
				<div className="story-slip receipt receipt-torn-both">
					<ReceiptLines>
						<ReceiptLine label="Smooth" value={`${driving.smooth}%`} />
						<ReceiptLine label="Safe" value={`${driving.safe}%`} />
						<ReceiptLine label="Good vibes" value={`${driving.goodVibes}%`} />
					</ReceiptLines>
				</div>
			</div>
		</>
	)
}

const OwnJudging = ({ judging, canBeSent }: { judging: Judging; canBeSent: boolean }) => (
	<>
		<div className="text-center">
			<h2 className="story-title-large">You in the back seat</h2>
			<p className="mt-1">
				{canBeSent ? 'Nobody else sees this, unless you send it.' : 'For you alone. Nobody else sees this card.'}
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
		<h2 className="story-title-large">Your own pages are still blank</h2>
		<p className="story-words">{`They begin with ${AWARDED_FROM} rides in your car, or ${AWARDED_FROM} verdicts from your seat.`}</p>
		<LinkButton to="/home" variant="secondary" size="sm">
			Rate a ride
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
			<h2 className="story-title-large">Thank you for riding along</h2>
			<p className="story-words">
				{driving
					? 'Show the others what kind of year it was. The picture says nothing of how you judged.'
					: judge
						? 'Show the others what kind of judge they drove. The picture says nothing of whom you judged.'
						: 'Everybody out, and mind the door. There is always a next ride.'}
			</p>
			{hasYear ? (
				<SendButton label="Send my year" to={[yearToChat(year, judge)]} />
			) : printed ? (
				<SendReceipt month={printed} label={`Send the receipt of ${monthName(printed)}`} />
			) : null}
			<LinkButton to="/home" variant={hasYear || printed ? 'secondary' : 'primary'}>
				Back to Home
			</LinkButton>
		</>
	)
}
