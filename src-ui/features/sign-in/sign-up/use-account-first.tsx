import { useState } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useSession } from '#ui/session/session-context.ts'
import type { RecreateAccountDialogProps } from './recreate-account-form.tsx'

type Step = (me: RememberedUser) => void
export type AsMember = (next: Step) => void

/**
 * Wraps a members-only act: members act at once, members lost by the server register first, ended sessions log in
 * again. Typed input is kept. Render `dialog` on the screen.
 */
export function useAccountFirst() {
	const session = useSession()
	const [asking, setAsking] = useState<{ user: RememberedUser; next: Step } | null>(null)

	const asMember: AsMember = (next) => {
		const viewer = session.viewer()
		if (viewer?.kind === 'member') next(viewer.user)
		else if (viewer?.kind === 'lost') setAsking({ user: viewer.user, next })
		else void session.recheck()
	}

	const dialog = asking ? (
		<RecreateAccountDialog
			isOpen
			user={asking.user}
			onOpenChange={(isOpen) => {
				if (isOpen) return
				setAsking(null)
				const viewer = session.viewer()
				if (viewer?.kind === 'member') asking.next(viewer.user)
			}}
		/>
	) : null

	return { asMember, dialog }
}

// Loads late, because few members lose their account.
const formDialog = latePart(() =>
	import('./recreate-account-form.tsx').then(({ RecreateAccountFormDialog }) => RecreateAccountFormDialog),
)

export function RecreateAccountDialog(props: RecreateAccountDialogProps) {
	const FormDialog = useLatePart(formDialog, props.isOpen)
	return FormDialog ? <FormDialog {...props} /> : null
}
