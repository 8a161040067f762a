import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import type { UndoneOwnClaim, UsedResetLink } from '#contract/accounts.ts'
import { UserId } from '#contract/ids.ts'
import { t, tn } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { T } from '#ui/kit/t.tsx'
import { momentInWords } from '#ui/platform/dates-and-figures.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'
import type { Member } from '#ui/session/viewer.ts'

export type MemberNoticesProps = { member: Member }

export const MemberNotices = ({ member }: MemberNoticesProps) => (
	<>
		<UsedResetLinks member={member} links={member.usedResetLinks ?? []} />
		<UndoneClaims member={member} claims={member.undoneClaims ?? []} />
	</>
)

/** The maker of a reset link can use it themselves, so the member must learn that one was used. */
function UsedResetLinks({ member, links }: { member: Member; links: readonly UsedResetLink[] }) {
	const { unread, close } = useUnread('usedResetLinksSeen', member, links)
	if (unread.length === 0) return null
	return (
		<Framed>
			<Notice
				tone="warn"
				title={tn('A spare key to your seat was used', 'Spare keys to your seat were used', unread.length)}
				action={
					<div className="flex flex-wrap gap-2">
						<Button size="sm" onPress={close}>
							{t('That was me')}
						</Button>
						<LinkButton to="/settings" size="sm" variant="secondary">
							{t('Change my password')}
						</LinkButton>
					</div>
				}
			>
				<ul className="flex flex-col gap-1">
					{unread.map((link) => (
						<li key={link.place} className="wrap-anywhere">
							<T
								text="A reset link that <b>{actor}</b> made set your password on {moment}."
								b={<strong />}
								actor={actorIn(link.by, link.madeBy)}
								moment={<time dateTime={link.at}>{momentInWords(link.at)}</time>}
							/>
						</li>
					))}
				</ul>
				<p className="mt-1">
					{t(
						'If that was not you, somebody else was in your seat: they could read, change and take back what you said.',
					)}
				</p>
			</Notice>
		</Framed>
	)
}

function UndoneClaims({ member, claims }: { member: Member; claims: readonly UndoneOwnClaim[] }) {
	const { unread, close } = useUnread('undoneClaimsSeen', member, claims)
	const [newest] = unread
	if (!newest) return null
	return (
		<Framed>
			<Notice
				tone="info"
				title={tn('A claim of yours was undone', 'Claims of yours were undone', unread.length)}
				action={
					<Button size="sm" onPress={close}>
						{t('All right')}
					</Button>
				}
			>
				<ul className="flex flex-col gap-1">
					{unread.map(({ at, by, undoneBy, ghost, place }) => (
						<li key={place} className="wrap-anywhere">
							<T
								text="On {moment} <b>{actor}</b> undid your claim of <b>{driver}</b>. The ratings that came with it went back."
								b={<strong />}
								moment={<time dateTime={at}>{momentInWords(at)}</time>}
								actor={actorIn(by, undoneBy)}
								// Translators: in place of the name in 'your claim of {driver}'
								driver={ghost ?? t('a driver who is gone now')}
							/>
						</li>
					))}
				</ul>
				<p className="mt-1">
					{t(
						'That happens when a link lands with the wrong person. Your account and everything else in it stay as they were. If that driver is you, ask whoever sent you the link for the new one.',
					)}
				</p>
			</Notice>
		</Framed>
	)
}

const Framed = ({ children }: { children: ReactNode }) => (
	<div className="mx-auto w-full max-w-[30rem] px-4 pt-3 pb-2">{children}</div>
)

const actorIn = (by: 'host' | 'terminal', name: string | null) =>
	// Translators: these two stand as the subject of a sentence, in place of a host's name
	by === 'terminal' ? t('the operator') : (name ?? t('a host who has left'))

/** The newest entry closed in this browser. The journal has minutes only, so entries of the same minute are counted. */
const Seen = v.object({ id: UserId, at: v.string(), ofThatMinute: v.optional(v.number(), Number.MAX_SAFE_INTEGER) })

/** Entries not yet closed in this browser. `told` is sorted newest first; `place` is the number of an entry from the oldest. */
function useUnread<Told extends { at: string }>(key: string, member: Member, told: readonly Told[]) {
	const [seen, setSeen] = useState(() => remembered('localStorage', key, Seen))
	const unread = told
		.slice(0, seen?.id === member.id ? toldSince(seen, told) : told.length)
		.map((one, nth) => ({ ...one, place: told.length - nth }))
	const close = () => {
		const [newest] = unread
		if (!newest) return
		const now = { id: member.id, at: newest.at, ofThatMinute: toldAt(newest.at, told) }
		remember('localStorage', key, now)
		setSeen(now)
	}
	return { unread, close }
}

const toldAt = (moment: string, told: readonly { at: string }[]) => told.filter(({ at }) => at === moment).length
const toldSince = (seen: v.InferOutput<typeof Seen>, told: readonly { at: string }[]): number =>
	told.filter(({ at }) => at > seen.at).length + Math.max(0, toldAt(seen.at, told) - seen.ofThatMinute)
