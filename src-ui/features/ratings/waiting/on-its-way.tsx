import { useSyncExternalStore } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { useViewer } from '#ui/session/session-context.ts'
import { followWhoseWaiting, isWaitingFor, raterShownTo } from './whose-waiting.ts'

const onItsWayList = latePart<object>(() => import('./on-its-way-list.tsx').then(({ OnItsWayList }) => OnItsWayList))

export function useIsAnythingWaiting(): boolean {
	const raterId = raterShownTo(useViewer())
	return useSyncExternalStore(followWhoseWaiting, () => isWaitingFor(raterId))
}

export function OnItsWay() {
	const OnItsWayList = useLatePart(onItsWayList, true)
	return OnItsWayList ? <OnItsWayList /> : null
}
