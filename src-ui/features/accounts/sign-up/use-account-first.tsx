import { useState } from 'react'
import { recheckSession, sessionQuery } from '#ui/features/accounts/session/session.ts'
import { queryClient } from '#ui/platform/query-client.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { RecreateAccountDialog } from './recreate-account-dialog.tsx'

type Step = (me: RememberedUser) => void
export type AsMember = (next: Step) => void

/**
 * For what only members can do: at once for a member; after registering anew for somebody whom the server has lost;
 * for an ended session it asks to log in again, and what was typed stays. Put `dialog` somewhere on the screen.
 */
export function useAccountFirst() {
	const [asking, setAsking] = useState<{ user: RememberedUser; next: Step } | null>(null)

	const asMember: AsMember = (next) => {
		const session = currentSession()
		if (session?.kind === 'member') next(session.user)
		else if (session?.kind === 'lost') setAsking({ user: session.user, next })
		else void recheckSession()
	}

	const dialog = asking ? (
		<RecreateAccountDialog
			isOpen
			user={asking.user}
			onOpenChange={(isOpen) => {
				if (isOpen) return
				setAsking(null)
				const session = currentSession()
				if (session?.kind === 'member') asking.next(session.user)
			}}
		/>
	) : null

	return { asMember, dialog }
}

// Asked at the moment, not from a render: it may just have changed.
const currentSession = () => queryClient.getQueryData(sessionQuery.queryKey)
