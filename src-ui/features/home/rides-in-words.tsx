import { StarValue } from '#ui/kit/stars/star-value.tsx'

/** '4.8 ★ · 5 rides' */
export const RidesInWords = ({
	of: { averageStar, totalRides },
}: {
	of: { averageStar: number; totalRides: number }
}) => (
	<>
		<StarValue value={averageStar} /> · {totalRides} {totalRides === 1 ? 'ride' : 'rides'}
	</>
)
