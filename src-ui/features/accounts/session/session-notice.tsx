import { useMatches } from '@tanstack/react-router'
import { useViewer } from '#ui/features/accounts/session/session-context.ts'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { SessionEndedProps } from './session-ended.tsx'
import type { UsedResetLinksProps } from './used-reset-links.tsx'

const sessionEnded = latePart<SessionEndedProps>(() =>
	import('./session-ended.tsx').then(({ SessionEnded }) => SessionEnded),
)

const usedResetLinks = latePart<UsedResetLinksProps>(() =>
	import('./used-reset-links.tsx').then(({ UsedResetLinks }) => UsedResetLinks),
)

/**
 * Once, in the frame of the app. Shows only when the server has ended the session of somebody we remember, or when a link that
 * another made has set a member's password.
 */
export function SessionNotice() {
	const viewer = useViewer()
	// These screens have a way to log in themselves.
	const isAtWayIn = useMatches({
		select: (matches) => matches.some(({ fullPath }) => /^\/(auth|invite|reset)(\/|$)/.test(fullPath)),
	})
	const SessionEnded = useLatePart(sessionEnded, viewer.kind === 'ended' && !isAtWayIn)
	const links = viewer.kind === 'member' ? (viewer.user.usedResetLinks ?? []) : []
	const UsedResetLinks = useLatePart(usedResetLinks, links.length > 0)
	if (UsedResetLinks && viewer.kind === 'member') return <UsedResetLinks member={viewer.user} links={links} />
	return SessionEnded && viewer.kind === 'ended' ? <SessionEnded user={viewer.user} /> : null
}
