import { useState } from 'react'
import type { PublicUser } from '#contract/accounts.ts'
import type { Month } from '#contract/ids.ts'
import { AWARDS, type Award, awardInWords } from '#contract/receipts.ts'
import { AwardMark } from '#look/award-marks.tsx'
import { useMember } from '#ui/features/accounts/session/session-context.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { SharePicture } from '#ui/features/stats/share/share-picture.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { figureInWords } from '#ui/platform/dates-and-figures.ts'
import { AWARD_LINES } from './award-words.ts'
import { awardToShare } from './pictures-to-send.ts'

type AwardOnReceiptProps = { award: Award; month: Month }

/** One award of the month: what it is for, and who share it. */
export function AwardOnReceipt({ award, month }: AwardOnReceiptProps) {
	const member = useMember()
	const { key, drivers } = award
	const mine = drivers.find(({ id }) => id === member?.id)
	const headingId = `award-${key}`
	return (
		<section aria-labelledby={headingId} className="award">
			<span className="award-mark">
				<AwardMark award={key} size={52} />
			</span>
			<div className="min-w-0">
				<h2 id={headingId} className="text-xl">
					{AWARDS[key].name}
				</h2>
				{drivers.length === 0 ? (
					<p className="award-line">{HIDDEN_WINNERS}</p>
				) : (
					<>
						<p className="award-figure">{awardInWords(award)}</p>
						<p className="award-line">{AWARD_LINES[key]}</p>
						<Winners drivers={ownFirst(drivers, mine)} />
					</>
				)}
				{mine ? (
					<div className="mt-2">
						<SharePicture
							picture={awardToShare(mine, award, month)}
							label="Send"
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

export const HIDDEN_WINNERS = 'Won by a driver whom you have hidden.'

const ownFirst = (drivers: PublicUser[], mine: PublicUser | undefined) =>
	mine ? [mine, ...drivers.filter((driver) => driver !== mine)] : drivers

/** So many are named at once; one more takes no more room than to say that there is one more. */
const NAMED_AT_ONCE = 4

/** Their names lead to their cards. */
function Winners({ drivers }: { drivers: PublicUser[] }) {
	const [areAllShown, setAreAllShown] = useState(drivers.length <= NAMED_AT_ONCE + 1)
	const shown = areAllShown ? drivers : drivers.slice(0, NAMED_AT_ONCE)
	return (
		<>
			<ul className="award-winners">
				{shown.map((driver, place) => (
					<li key={driver.id}>
						<BareLink
							// The button that showed the rest is gone.
							ref={
								areAllShown && place === NAMED_AT_ONCE && drivers.length > NAMED_AT_ONCE + 1 ? takesFocus : undefined
							}
							to="/infographic/$id"
							params={{ id: driver.id }}
							className="award-winner"
						>
							<Avatar avatarId={driver.avatarId} name={nameOf(driver)} size="sm" isUnclaimedGhost={driver.isGhost} />
							<span className="award-winner-name">{nameOf(driver)}</span>
						</BareLink>
					</li>
				))}
			</ul>
			{areAllShown ? null : (
				<Button variant="quiet" size="sm" className="-ml-3.5" onPress={() => setAreAllShown(true)}>
					{andMore(drivers.length - NAMED_AT_ONCE)}
				</Button>
			)}
		</>
	)
}

export const andMore = (rest: number) => `and ${figureInWords(rest)} more`

const takesFocus = (link: HTMLAnchorElement | null) => link?.focus({ preventScroll: true })
