import { useEffect, useState } from 'react'
import { isPopupDue as isPopupDueFor, noticeSpaceOf } from '#contract/first-words/home.ts'
import type { Home } from '#contract/home.ts'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { homeShape, noteHomeShape } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import type { NoticesProps } from './notices.tsx'
import { dueOwnNotice } from './own-notice.memory.ts'

const notices = latePart<NoticesProps>(() => import('./notices.tsx').then(({ Notices }) => Notices))

/**
 * Reserves the space of a notice from the first paint: from the page's data, or as home was last seen in this browser.
 * A notice that becomes due later waits for the next visit, so that nothing above a row moves.
 */
export function NoticeSpace({ home: latest }: { home: Home | undefined }) {
	const viewer = useViewer()
	// After a log-in or log-out the data is the previous viewer's until the server has responded.
	const home = latest?.me?.id === (viewer.kind === 'member' ? viewer.user.id : undefined) ? latest : undefined
	const isPopupDue = isPopupDueFor(viewer.kind === 'member' ? viewer.user : null)
	const due = () => {
		if (isPopupDue || !home) return 'none'
		const space = noticeSpaceOf(home)
		return space === 'none' && dueOwnNotice(viewer) ? 'line' : space
	}
	const [space, setSpace] = useState(() => (home ? due() : homeShape().space))
	const [isKnown, setIsKnown] = useState(home !== undefined)
	if (home && !isKnown) {
		setIsKnown(true)
		setSpace(due())
	}
	useEffect(() => {
		if (isKnown) noteHomeShape({ space })
	}, [isKnown, space])
	const Notices = useLatePart(notices, space !== 'none')
	if (space === 'none') return null
	return (
		<div className="notice-space" data-space={space}>
			{Notices && home && !isPopupDue ? <Notices home={home} space={space} onSpace={setSpace} /> : null}
		</div>
	)
}
