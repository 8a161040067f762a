import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ringOffer } from '#ui/platform/ring-offer.ts'

// Once for a browser. Where it does not come, nobody misses it.
const RingOffer = lazy(() =>
	import('./ring-offer.tsx').then(
		({ RingOffer }) => ({ default: RingOffer }),
		() => ({ default: () => null }),
	),
)

/** After the first notice of a new rating: whether this phone should ring for the next ones. */
export function LateRingOffer() {
	const isDue = useSyncExternalStore(ringOffer.subscribe, ringOffer.isDue)
	return isDue ? (
		<Suspense>
			<RingOffer />
		</Suspense>
	) : null
}
