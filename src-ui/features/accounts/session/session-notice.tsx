import { useMatches } from '@tanstack/react-router'
import { useViewer } from '#ui/features/accounts/session/session-context.ts'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { SessionEndedProps } from './session-ended.tsx'

const sessionEnded = latePart<SessionEndedProps>(() =>
	import('./session-ended.tsx').then(({ SessionEnded }) => SessionEnded),
)

/** Once, in the frame of the app. Shows only when the server has ended the session of somebody we remember. */
export function SessionNotice() {
	const viewer = useViewer()
	// These screens have a way to log in themselves.
	const isAtWayIn = useMatches({
		select: (matches) => matches.some(({ fullPath }) => /^\/(auth|invite|reset)(\/|$)/.test(fullPath)),
	})
	const SessionEnded = useLatePart(sessionEnded, viewer.kind === 'ended' && !isAtWayIn)
	return SessionEnded && viewer.kind === 'ended' ? <SessionEnded user={viewer.user} /> : null
}
