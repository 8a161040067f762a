import type { PublicUser } from '#contract/accounts.ts'
import { answersOf } from '#contract/impressions.ts'
import { drawReceipt, type Joke, textOfJoke } from '#contract/my-receipt.ts'
import type { RatingImpressions } from '#contract/ratings.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { PictureToShare } from '#ui/features/stats/share/picture-to-share.ts'
import { api } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'

/**
 * A picture of one rating for its rater to share. It links only to the picture, never to the driver's page, so
 * recipients see no more than the rater sent.
 */
export function receiptToShare(driver: PublicUser, rating: RatingImpressions, joke: Joke): PictureToShare {
	const name = nameOf(driver)
	const words = answersOf(rating).map(({ answer }) => answer)
	return {
		act: 'Send my receipt',
		key: [...ratingKeys.one(rating.id), 'receipt', joke.pool, joke.place, rating.starRating, ...words],
		ask: () => api.send(drawReceipt, { params: { id: rating.id }, body: joke }),
		freshMs: Number.POSITIVE_INFINITY,
		of: name,
		alt: `Your receipt for ${name}: ${textOfJoke(joke)} ${rating.starRating} of 5 stars, ${words.join(', ')}.`,
		codeLabel: 'QR code of your receipt',
		title: `My receipt for ${name}`,
		text: () => `I rode with ${name}. My receipt:`,
		beside: () => undefined,
		instead: (address, story) => story && new URL(story, address).href,
	}
}
