import type { RatingId, UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { drawReceipt, type Joke, textOfJoke } from '#contract/my-receipt.ts'
import { type DriverPictures, driverPictures } from '#contract/pictures.ts'
import { percentOf } from '#contract/stats.ts'
import { isPlaceholder, isSealed } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { publicUser } from '#server/features/accounts/users.ts'
import { isTheirs } from '#server/features/ratings/rating-views.ts'
import type { RatingRow } from '#server/features/ratings/ratings.queries.ts'
import { driverKindOf } from '#server/features/stats/driver-figures.ts'
import { addressToPrint, type RequestOrigin } from '#server/http/addresses/own-addresses.ts'
import { route } from '#server/http/calls/route.ts'
import type { Viewer } from '#server/http/client.ts'
import { notFound, type Refusal, refusal } from '#server/http/problems.ts'
import {
	type ContentOf,
	forEachShare,
	type PictureContent,
	pictureAddresses,
	type ShownYear,
	shownAward,
	type WonAward,
} from '#server/operations/pictures/picture-content.ts'

type PictureCaller = { viewer: Viewer; address: string; requestOrigin: RequestOrigin }

export function pictureService({ queries, config, limits }: Context) {
	let key: Uint8Array | undefined
	const { addressOf, pictureAt } = pictureAddresses({
		key: () => {
			key ??= queries.instance.signingKey()
			return key
		},
		basePath: config.basePath,
	})

	/** Public data only; a claimed ghost is its claimer. */
	const driverOf = (id: UserId | null) => {
		const driver = id === null ? undefined : queries.users.driverOrClaimer(id)
		const user = driver && queries.users.userById(driver.id)
		if (!user) throw notFound('driver_not_found')
		const { display_name, username, avatarId } = publicUser(user)
		return { id: user.id, name: display_name || username, avatarId }
	}

	const cardLink = (driverId: UserId, requestOrigin: RequestOrigin) => {
		const address = addressToPrint(config, requestOrigin)
		return address === null ? {} : { link: `${address}/infographic/${driverId}` }
	}

	const driverShown = (id: UserId | null, requestOrigin: RequestOrigin) => {
		const { id: driverId, name, avatarId } = driverOf(id)
		return { driverId, known: { name, avatarId, ...cardLink(driverId, requestOrigin) } }
	}

	const cardOf = (id: UserId | null, requestOrigin: RequestOrigin): ContentOf<'card' | 'unrated'> => {
		const { driverId, known } = driverShown(id, requestOrigin)
		const stats = queries.stats.statsOf(driverId)
		const driverKind = driverKindOf(queries, stats)
		if (!stats?.totalRides) return { kind: 'unrated', ...known, driverKind }
		const { totalRides, starSum } = stats
		return {
			kind: 'card',
			...known,
			averageStar: (starSum / totalRides).toFixed(1),
			totalRides,
			...forEachShare(({ counts: [good] }) => percentOf(stats[good], totalRides)),
			driverKind,
		}
	}

	const picturesOf = (content: PictureContent): DriverPictures => ({
		preview: addressOf({ content, shape: 'preview' }),
		story: addressOf({ content, shape: 'story' }),
	})

	/** Refuses all but the rater: a receipt shared by another person would expose the rater. */
	const ownVerdict = (id: RatingId, viewer: Viewer): RatingRow => {
		const rating = queries.ratings.ratingById(id)
		if (!rating || isPlaceholder(rating) || !isTheirs(rating, viewer)) throw notFound('rating_not_found')
		if (isSealed(rating)) throw stillSealed(rating.tripId === null ? null : queries.trips.tripById(rating.tripId))
		return rating
	}

	return {
		addressOf,
		pictureAt,
		picturesOf,
		cardOf,
		driverShown,
		ownVerdict,
		picturesOfDriver(id: UserId | null, requestOrigin: RequestOrigin): DriverPictures {
			return picturesOf(cardOf(id, requestOrigin))
		},

		picturesOfReceipt(id: RatingId, joke: Joke, { viewer, address, requestOrigin }: PictureCaller): DriverPictures {
			limits.receipts.check(viewer.userId ?? address)
			const rating = ownVerdict(id, viewer)
			const { known } = driverShown(rating.driverId, requestOrigin)
			return picturesOf({ kind: 'receipt', ...known, joke: textOfJoke(joke), ...verdictOf(rating) })
		},

		/** The caller must check that the award is the member's. */
		picturesOfAward(driver: UserId, award: WonAward, requestOrigin: RequestOrigin): DriverPictures {
			return picturesOf({ kind: 'award', ...driverShown(driver, requestOrigin).known, ...shownAward(award) })
		},
		picturesOfYear(member: UserId, year: ShownYear, requestOrigin: RequestOrigin): DriverPictures {
			return picturesOf({ ...driverShown(member, requestOrigin).known, ...year })
		},
	}
}

export function pictureFeature(context: Context) {
	const pictures = pictureService(context)
	return {
		...pictures,
		routes: [
			route(driverPictures, ({ params, requestOrigin }) => pictures.picturesOfDriver(params.id, requestOrigin)),
			route(drawReceipt, ({ params, body, ...caller }) => pictures.picturesOfReceipt(params.id, body, caller)),
		],
	}
}

function stillSealed(trip: { openedAt: Date | null } | null | undefined): Refusal {
	const until = trip ? 'sealed_until_trip' : 'sealed_until_evening'
	return refusal({ status: 409, code: 'sealed', reason: trip?.openedAt ? 'left_out' : until })
}
