import { useMatches } from '@tanstack/react-router'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { useViewer } from '#ui/session/session-context.ts'
import type { MemberNoticesProps } from './member-notices.tsx'
import type { SessionEndedProps } from './session-ended.tsx'

const sessionEnded = latePart<SessionEndedProps>(() =>
	import('./session-ended.tsx').then(({ SessionEnded }) => SessionEnded),
)

const memberNotices = latePart<MemberNoticesProps>(() =>
	import('./member-notices.tsx').then(({ MemberNotices }) => MemberNotices),
)

/** Mounted once in the app frame. Shown if the server ended a remembered session or others acted on the account. */
export function SessionNotice() {
	const viewer = useViewer()
	// These screens have their own log-in.
	const isAtWayIn = useMatches({
		select: (matches) => matches.some(({ fullPath }) => /^\/(auth|invite|reset)(\/|$)/.test(fullPath)),
	})
	const SessionEnded = useLatePart(sessionEnded, viewer.kind === 'ended' && !isAtWayIn)
	const member = viewer.kind === 'member' ? viewer.user : null
	const MemberNotices = useLatePart(memberNotices, (member?.usedResetLinks ?? member?.undoneClaims) !== undefined)
	if (MemberNotices && member) return <MemberNotices member={member} />
	return SessionEnded && viewer.kind === 'ended' ? <SessionEnded user={viewer.user} /> : null
}
