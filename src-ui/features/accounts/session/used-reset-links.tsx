import { useState } from 'react'
import * as v from 'valibot'
import type { UsedResetLink } from '#contract/accounts.ts'
import { UserId } from '#contract/ids.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { momentInWords } from '#ui/platform/dates-and-figures.ts'
import { remember, remembered } from '#ui/platform/storage.ts'
import type { Member } from './viewer.ts'

const SEEN_KEY = 'usedResetLinksSeen'
/** Up to when this member has read it in this browser. In another one, they read it there, too. */
const Seen = v.object({ id: UserId, at: v.string() })

export type UsedResetLinksProps = { member: Member; links: readonly UsedResetLink[] }

/** Whoever makes a link for somebody else can use it themself: the member has to know that one was used. */
export function UsedResetLinks({ member, links }: UsedResetLinksProps) {
	const [seen, setSeen] = useState(() => remembered(localStorage, SEEN_KEY, Seen))
	const unseen = links.filter(({ at }) => seen?.id !== member.id || at > seen.at)
	const [newest] = unseen
	if (!newest) return null

	const close = () => {
		const now = { id: member.id, at: newest.at }
		remember(localStorage, SEEN_KEY, now)
		setSeen(now)
	}
	return (
		<div className="mx-auto w-full max-w-[30rem] px-4 pt-3 pb-2">
			<Notice
				tone="warn"
				title={unseen.length === 1 ? 'A spare key to your seat was used' : 'Spare keys to your seat were used'}
				action={
					<div className="flex flex-wrap gap-2">
						<Button size="sm" onPress={close}>
							That was me
						</Button>
						<LinkButton to="/settings" size="sm" variant="secondary">
							Change my password
						</LinkButton>
					</div>
				}
			>
				<ul className="flex flex-col gap-1">
					{unseen.map((link) => (
						<li key={link.at} className="wrap-anywhere">
							A reset link that <strong>{makerOf(link)}</strong> made set your password on{' '}
							<time dateTime={link.at}>{momentInWords(link.at)}</time>.
						</li>
					))}
				</ul>
				<p className="mt-1">
					If that was not you, somebody else was in your seat: they could read, change and take back what you said.
				</p>
			</Notice>
		</div>
	)
}

const makerOf = ({ by, madeBy }: UsedResetLink) =>
	by === 'terminal' ? 'the operator' : (madeBy ?? 'a host who has left')
