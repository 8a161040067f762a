import { useEffect, useState } from 'react'
import type { Person } from '#contract/host/people.ts'
import { HandOverLink } from '#ui/features/host/hand-over/hand-over-link.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { RemovePerson } from './remove-person.tsx'
import { RenamePerson } from './rename-person.tsx'
import { SetHost, SignOut } from './sure-acts.tsx'

export type PersonAct = 'rename' | 'host' | 'sign-out' | 'remove'
/** What the dialog is about. */
export type Asked = { act: PersonAct; person: Person } | { act: 'link'; person: Person; token: string }

/** One dialog for the whole list: a row may go while it is open. */
export function usePersonDialog() {
	const [asked, setAsked] = useState<Asked | null>(null)
	const [isOpen, setIsOpen] = useState(false)
	const ask = (asked: Asked) => {
		setAsked(asked)
		setIsOpen(true)
	}
	return { asked, isOpen, ask, close: () => setIsOpen(false) }
}

type PersonDialogProps = Omit<ReturnType<typeof usePersonDialog>, 'ask'> & {
	isMe: boolean
	/** Where the focus goes when what had it is gone. */
	focusBack: (person: Person) => void
}

export function PersonDialog({ asked, isOpen, close, isMe, focusBack }: PersonDialogProps) {
	if (!asked) return null
	const { person } = asked
	return (
		<Dialog
			title={<span className="wrap-anywhere">{titleOf(asked)}</span>}
			isOpen={isOpen}
			onOpenChange={(isOpen) => isOpen || close()}
			isDismissable={false}
		>
			<FocusBack onLost={() => focusBack(person)} />
			{asked.act === 'link' ? <Link person={person} token={asked.token} /> : null}
			{asked.act === 'rename' ? <RenamePerson person={person} onClose={close} /> : null}
			{asked.act === 'host' ? <SetHost person={person} isMe={isMe} onClose={close} /> : null}
			{asked.act === 'sign-out' ? <SignOut person={person} onClose={close} /> : null}
			{asked.act === 'remove' ? <RemovePerson person={person} onClose={close} /> : null}
		</Dialog>
	)
}

function titleOf({ act, person: { username, isHost } }: Asked): string {
	if (act === 'link') return `A new key for ${username}`
	if (act === 'rename') return `Rename ${username}`
	if (act === 'sign-out') return `Sign ${username} out everywhere?`
	if (act === 'remove') return `Remove ${username}?`
	return isHost ? `Take the wheel from ${username}?` : `Make ${username} host?`
}

function Link({ person: { username }, token }: { person: Person; token: string }) {
	return (
		<>
			<p className="mb-4 text-[0.9375rem] leading-snug text-muted">
				It is shown only now and works once, within the hour: give it to nobody but {username}. The person who opens it
				is logged in as {username} and can change what they said. So its use stands in the journal, and {username} reads
				that the link was yours.
			</p>
			<HandOverLink
				path={`/reset/${token}`}
				label={`the reset link for ${username}`}
				message={(link) =>
					`Hey ${username}, here is a new key to your seat on Backseat. It works once, within the hour: ${link}`
				}
			/>
		</>
	)
}

/**
 * A dialog gives the focus back to what had it before. That may be gone by then: the row of somebody who was removed, a
 * button of the question for the password.
 */
function FocusBack({ onLost }: { onLost: () => void }) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog has gone
	useEffect(
		() => () => {
			// React Aria has tried by the frame after the next.
			requestAnimationFrame(() =>
				requestAnimationFrame(() => {
					if (document.activeElement === document.body) onLost()
				}),
			)
		},
		[],
	)
	return null
}
