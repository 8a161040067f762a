import { lazy, Suspense, useSyncExternalStore } from 'react'
import { pushOffer } from '#ui/platform/push-offer-state.ts'

const RingOffer = lazy(() =>
	import('./push-offer.tsx').then(
		({ PushOffer: RingOffer }) => ({ default: RingOffer }),
		() => ({ default: () => null }),
	),
)

export function LatePushOffer() {
	const isDue = useSyncExternalStore(pushOffer.subscribe, pushOffer.isDue)
	return isDue ? (
		<Suspense>
			<RingOffer />
		</Suspense>
	) : null
}
