import type { QueryClient } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import type { Tracker } from '#ui/features/analytics/tracker.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { statsKeys } from '#ui/platform/query-keys/stats.keys.ts'
import { tripKeys } from '#ui/platform/query-keys/trips.keys.ts'

const FOLLOWS_RATINGS = [userKeys.all, driverKeys.home, ratingKeys.all, statsKeys.all, tripKeys.all]

export function refreshAfterRating(queryClient: QueryClient) {
	for (const queryKey of FOLLOWS_RATINGS) void queryClient.invalidateQueries({ queryKey })
}

export function ratingArrived({ sealed, onTrip }: Pick<OwnRating, 'sealed' | 'onTrip'>) {
	if (!sealed)
		return {
			title: t('The verdict is in!'),
			description: t('Your rating has been officially logged. The tea has been spilled!'),
		}
	return {
		// Translators: of a rating, which lies in a closed envelope
		title: t('Sealed'),
		description: onTrip
			? t('Your rating waits in its envelope until the trip is opened. Until then nobody knows but you.')
			: t('Your rating waits in its envelope for the evening post. Until then nobody knows but you.'),
	}
}

/** Sealed ratings are not tracked: analytics would reveal them to operators. */
export function trackRating(
	track: Tracker['track'],
	rating: OwnRating,
	member: { id: UserId; username: string } | null,
	driver: { id: UserId; name: string },
) {
	if (rating.sealed) return
	track('rating_submitted', {
		user_id: member?.id ?? null,
		user_name: member?.username ?? null,
		driver_id: driver.id,
		driver_name: driver.name,
		...Object.fromEntries(Object.entries(verdictOf(rating)).map(([key, said]) => [inSnakeCase(key), said])),
	})
}

const inSnakeCase = (key: string) => key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)
