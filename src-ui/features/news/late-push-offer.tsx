import { lazy, Suspense, useSyncExternalStore } from 'react'
import { pushOffer } from '#ui/platform/push-offer-state.ts'

// Once for a browser. Where it does not come, nobody misses it.
const RingOffer = lazy(() =>
	import('./push-offer.tsx').then(
		({ PushOffer: RingOffer }) => ({ default: RingOffer }),
		() => ({ default: () => null }),
	),
)

/** After the first notice of a new rating: whether this phone should ring for the next ones. */
export function LatePushOffer() {
	const isDue = useSyncExternalStore(pushOffer.subscribe, pushOffer.isDue)
	return isDue ? (
		<Suspense>
			<RingOffer />
		</Suspense>
	) : null
}
