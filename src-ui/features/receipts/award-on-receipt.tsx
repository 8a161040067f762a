import { type ReactNode, type Ref, useState } from 'react'
import type { Month } from '#contract/ids.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { AWARDS, type Award, awardInWords, type Winner, winnersOf } from '#contract/receipts.ts'
import { t, tn } from '#contract/text.ts'
import { AwardMark } from '#look/award-marks.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { awardToChat } from '#ui/features/sent/addressees.ts'
import { SendButton } from '#ui/features/sent/send-button.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { useMember } from '#ui/session/session-context.ts'
import { AWARD_LINES, monthInWords } from './award-words.ts'

type AwardOnReceiptProps = { award: Award; month: Month }

export function AwardOnReceipt({ award, month }: AwardOnReceiptProps) {
	const member = useMember()
	const { key } = award
	const winners = winnersOf(award)
	const mine = award.drivers.find(({ id }) => id === member?.id)
	const headingId = `award-${key}`
	return (
		<section aria-labelledby={headingId} className="award">
			<span className="award-mark">
				<AwardMark award={key} size={52} />
			</span>
			<div className="min-w-0">
				<h2 id={headingId} className="text-xl">
					{AWARDS[key].name()}
				</h2>
				{winners.length === 0 ? (
					<p className="award-line">{HIDDEN_WINNERS}</p>
				) : (
					<>
						<p className="award-figure">{awardInWords(award)}</p>
						<p className="award-line">{AWARD_LINES[key]}</p>
						<Winners winners={ownFirst(winners, mine)} />
					</>
				)}
				{mine ? (
					<div className="mt-2">
						<SendButton
							to={[awardToChat(key, AWARDS[key].name(), month, monthInWords(month))]}
							label={t('Send')}
							variant="secondary"
							size="sm"
							aria-describedby={headingId}
						/>
					</div>
				) : null}
			</div>
		</section>
	)
}

export const HIDDEN_WINNERS = t('Won by a driver whom you have hidden.')

const ownFirst = (winners: Winner[], mine: PublicUser | undefined) =>
	mine ? [mine, ...winners.filter((winner) => winner !== mine)] : winners

/** A fifth winner is shown too, because it takes no more space than 'and 1 more'. */
const NAMED_AT_ONCE = 4

function Winners({ winners }: { winners: Winner[] }) {
	const [areAllShown, setAreAllShown] = useState(winners.length <= NAMED_AT_ONCE + 1)
	const shown = areAllShown ? winners : winners.slice(0, NAMED_AT_ONCE)
	return (
		<>
			<ul className="award-winners">
				{shown.map((winner, index) => (
					<li key={keyOf(winner, index)}>
						<WinnerLink
							winner={winner}
							className="award-winner"
							ref={
								areAllShown && index === NAMED_AT_ONCE && winners.length > NAMED_AT_ONCE + 1 ? takesFocus : undefined
							}
						>
							<Avatar
								avatarId={winner.avatarId}
								name={nameOf(winner)}
								size="sm"
								isUnclaimedGhost={isUnclaimedGhost(winner)}
							/>
							<span className="award-winner-name">{nameOf(winner)}</span>
						</WinnerLink>
					</li>
				))}
			</ul>
			{areAllShown ? null : (
				<Button variant="quiet" size="sm" className="-ms-3.5" onPress={() => setAreAllShown(true)}>
					{andMore(winners.length - NAMED_AT_ONCE)}
				</Button>
			)}
		</>
	)
}

// Translators: further winners of an award, below the names of others
export const andMore = (rest: number) => tn('and # more', 'and # more', rest)

const takesFocus = (link: HTMLElement | null) => link?.focus({ preventScroll: true })

export const keyOf = (winner: Winner, index: number) => ('id' in winner ? winner.id : `ghost ${index}`)
export const isUnclaimedGhost = (winner: Winner) => !('id' in winner) || winner.isGhost

type WinnerLinkProps = { winner: Winner; className: string; children: ReactNode; ref?: Ref<HTMLElement> }

/** Links to the winner's card. Ghosts that the member neither made nor rated have no link. */
export function WinnerLink({ winner, className, children, ref }: WinnerLinkProps) {
	if (!('id' in winner))
		return (
			<span ref={ref} tabIndex={ref ? -1 : undefined} className={className}>
				{children}
			</span>
		)
	return (
		<BareLink
			ref={ref as Ref<HTMLAnchorElement>}
			to="/infographic/$id"
			params={{ id: winner.id }}
			className={className}
		>
			{children}
		</BareLink>
	)
}
