import type { StarCounts } from '#contract/driver-kinds.ts'
import { NEWEST_RIDES } from '#contract/stats.ts'
import { StarShape } from '#ui/kit/stars/star-value.tsx'

type StarsAtAGlanceProps = {
	stars: StarCounts
	/** Newest first; undefined while loading, null after a failure. */
	newest: readonly number[] | null | undefined
}

export function StarsAtAGlance({ stars, newest }: StarsAtAGlanceProps) {
	const rides = stars.reduce((sum, count) => sum + count, 0)
	if (rides === 0) return null
	return (
		<div className="stars-at-a-glance">
			<StarSpread stars={stars} />
			{newest === null ? null : <RideStrip rides={Math.min(rides, NEWEST_RIDES)} newest={newest ?? []} />}
		</div>
	)
}

function StarSpread({ stars }: { stars: StarCounts }) {
	const most = Math.max(...stars)
	return (
		<ul aria-label="How the stars are spread" className="star-spread">
			{[5, 4, 3, 2, 1].map((star) => {
				const count = stars[star - 1] ?? 0
				return (
					<li key={star}>
						<span className="sr-only">{`${starsInWords(star)}: ${count}`}</span>
						<span aria-hidden="true" className="star-spread-row">
							<span className="star-spread-star">
								{star}
								<StarShape size="1em" fill="var(--taxi)" />
							</span>
							<span className="star-spread-bar" data-empty={count === 0 || undefined}>
								<span style={{ flexGrow: count }} />
								<span style={{ flexGrow: most - count }} />
							</span>
							<span className="star-spread-count">{count}</span>
						</span>
					</li>
				)
			})}
		</ul>
	)
}

/** Oldest on the left. Dates are left out to protect raters. */
function RideStrip({ rides, newest }: { rides: number; newest: readonly number[] }) {
	const caption = rides === 1 ? 'The one ride so far' : `The last ${rides} rides`
	const empty = NEWEST_RIDES - newest.length
	return (
		<div className="ride-strip">
			<p className="ride-strip-caption" aria-hidden="true">
				<span>{caption}</span>
				{rides === 1 ? null : <span className="text-muted">newest on the right</span>}
			</p>
			<ol aria-label={rides === 1 ? caption : `${caption}, newest last`} className="ride-strip-rides">
				{Array.from({ length: empty }, (_, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: places without a ride, all alike.
					<li key={place} aria-hidden="true" className="ride-strip-none" />
				))}
				{newest.toReversed().map((star, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a ride has no name here, only its place.
					<li key={empty + place}>
						<span className="sr-only">{starsInWords(star)}</span>
						<span aria-hidden="true" className="ride-strip-bar" data-stars={star} />
						<span aria-hidden="true">{star}</span>
					</li>
				))}
			</ol>
		</div>
	)
}

const starsInWords = (star: number) => (star === 1 ? '1 star' : `${star} stars`)
