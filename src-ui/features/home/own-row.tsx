import type { HomeMe } from '#contract/home.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import type { Member } from '#ui/session/viewer.ts'
import { RidesInWords } from './rides-in-words.tsx'

const COUNTED_TO = 999

type OwnRowProps = {
	member: Member
	mine: HomeMe | undefined
}

export function OwnRow({ member, mine }: OwnRowProps) {
	const name = nameOf(member)
	const isUnrated = mine?.totalRides === 0
	return (
		<BareLink to="/profile/$id" params={{ id: member.id }} className="own-row">
			<Avatar avatarId={member.avatarId} name={name} />
			<span className="min-w-0 flex-1">
				<span className="line-clamp-1 font-display leading-snug font-bold wrap-anywhere">
					<span className="sr-only">Your profile: </span>
					{name}
				</span>
				<span className="text-sm text-muted">
					{isUnrated ? 'Nobody has rated you yet.' : mine ? <RidesInWords of={mine} /> : '…'}
				</span>
			</span>
			{mine && mine.unseen > 0 ? (
				<span className="new-count">{mine.unseen > COUNTED_TO ? `${COUNTED_TO}+` : mine.unseen} new</span>
			) : null}
		</BareLink>
	)
}
