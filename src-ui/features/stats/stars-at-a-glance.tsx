import { lastRides, newestOnTheRight, spreadOf, starsInWords, starsSpread } from '#contract/first-words/card.ts'
import { type DriverStats, NEWEST_RIDES } from '#contract/stats.ts'
import { t } from '#contract/text.ts'
import { StarShape } from '#ui/kit/stars/star-value.tsx'

type StarsAtAGlanceProps = {
	stats: DriverStats
	/** Newest first; undefined while loading, null after a failure. */
	newest: readonly number[] | null | undefined
}

export function StarsAtAGlance({ stats, newest }: StarsAtAGlanceProps) {
	return (
		<div className="stars-at-a-glance">
			<StarSpread stats={stats} />
			{newest === null ? null : <RideStrip rides={Math.min(stats.totalRides, NEWEST_RIDES)} newest={newest ?? []} />}
		</div>
	)
}

function StarSpread({ stats }: { stats: DriverStats }) {
	return (
		<ul aria-label={starsSpread()} className="star-spread">
			{spreadOf(stats).map(({ star, count, others }) => (
				<li key={star}>
					<span className="sr-only">{`${starsInWords(star)}: ${count}`}</span>
					<span aria-hidden="true" className="star-spread-row">
						<span className="star-spread-star">
							{star}
							<StarShape size="1em" fill="var(--taxi)" />
						</span>
						<span className="star-spread-bar" data-empty={count === 0 || undefined}>
							<span style={{ flexGrow: count }} />
							<span style={{ flexGrow: others }} />
						</span>
						<span className="star-spread-count">{count}</span>
					</span>
				</li>
			))}
		</ul>
	)
}

/** Oldest on the left. Dates are left out to protect raters. */
function RideStrip({ rides, newest }: { rides: number; newest: readonly number[] }) {
	const caption = lastRides(rides)
	const empty = NEWEST_RIDES - newest.length
	return (
		<div className="ride-strip">
			<p className="ride-strip-caption" aria-hidden="true">
				<span>{caption}</span>
				{rides === 1 ? null : <span className="text-muted">{newestOnTheRight()}</span>}
			</p>
			{/* Translators: {rides} is 'The last 12 rides' */}
			<ol
				aria-label={rides === 1 ? caption : t('{rides}, newest last', { rides: caption })}
				className="ride-strip-rides"
			>
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
