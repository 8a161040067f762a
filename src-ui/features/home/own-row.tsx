import { ownSummaryOf, unseenInWords, yourProfile } from '#contract/first-words/home.ts'
import type { HomeMe } from '#contract/home.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import type { Member } from '#ui/session/viewer.ts'
import { Summary } from './summary.tsx'

type OwnRowProps = {
	member: Member
	mine: HomeMe | undefined
}

export function OwnRow({ member, mine }: OwnRowProps) {
	const name = nameOf(member)
	const unseen = unseenInWords(mine)
	return (
		<BareLink to="/profile/$id" params={{ id: member.id }} className="own-row">
			<Avatar avatarId={member.avatarId} name={name} />
			<span className="row-words">
				<span className="own-name">
					<span className="sr-only">{yourProfile()}</span>
					{name}
				</span>
				<span className="own-summary">
					<Summary of={ownSummaryOf(mine)} />
				</span>
			</span>
			{unseen ? <span className="new-count">{unseen}</span> : null}
		</BareLink>
	)
}
