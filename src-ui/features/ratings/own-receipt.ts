import { useInfiniteQuery } from '@tanstack/react-query'
import { jokeOfText } from '#contract/my-receipt.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { type Addressee, receiptToChat } from '#ui/features/sent/addressees.ts'
import { keptJoke } from './celebration/kept-celebration.ts'
import { keptMessageFor } from './celebration/phrases.ts'
import { givenRatingsQuery } from './ratings.api.ts'

/** The receipt of one's newest verdict on a driver, with the joke of its celebration; null without one that counts. */
export function useOwnReceipt(driver: PublicUser): Addressee | null {
	const { data: given = [] } = useInfiniteQuery(givenRatingsQuery)
	const rating = given.find((one) => one.driver.id === driver.id)
	if (!rating || rating.sealed) return null
	const joke = jokeOfText(keptMessageFor(rating, keptJoke(rating.id)))
	return joke ? receiptToChat(driver, rating.id, joke) : null
}
