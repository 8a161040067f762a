import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { DriverKind } from '#contract/driver-kinds.ts'
import { Day, Month } from '#contract/ids.ts'
import { IMPRESSION_KEYS, IMPRESSIONS, type Impression, impressionFields } from '#contract/impressions.ts'
import { AvatarId, NAME_UNITS_MAX } from '#contract/names.ts'
import type { PICTURE_SIZES } from '#contract/pictures.ts'
import { Stars } from '#contract/ratings.ts'
import { AwardKey } from '#contract/receipts.ts'
import { TRIP_DRIVERS_MAX } from '#contract/trips.ts'

/**
 * Goes up when pictures of the same content come to look different: then they have other addresses, and nobody keeps
 * the old ones.
 */
const DRAWING = 2

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(NAME_UNITS_MAX))
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
const face = { name: Name, avatarId: AvatarId }
/** The page of a driver's card. Older addresses have none, nor do those that were asked for under anybody's address. */
const CardLink = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]+\/(\S+\/)?infographic\/\d+$/))
const card = { ...face, link: v.optional(CardLink) }
/** What is stamped on it. Addresses that an earlier version has signed have none, and their pictures no stamp. */
const stamp = { driverKind: v.optional(DriverKind) }
/** As people read it: '4.8'. */
const AverageStar = v.pipe(v.string(), v.regex(/^[1-5]\.\d$/))
/** Of an award, as people read it, in letters that our own words are set in. */
const Figure = v.pipe(v.string(), v.regex(/^[ -~]{1,40}$/))
const ofEachDriver = <Entries extends v.ObjectEntries>(entries: Entries) =>
	v.pipe(v.array(v.object(entries)), v.minLength(1), v.maxLength(TRIP_DRIVERS_MAX))

/** The shares on a driver's card. */
export function forEachShare<Value>(make: (impression: Impression) => Value): Record<Impression['share'], Value> {
	const shares = IMPRESSION_KEYS.map((key) => [IMPRESSIONS[key].share, make(IMPRESSIONS[key])])
	return Object.fromEntries(shares)
}

/** All that a picture shows. Nothing in it is random, or depends on the day. */
export const PictureContent = v.variant('kind', [
	/** Backseat itself: the picture of links that lead nowhere, too. */
	v.object({ kind: v.literal('general') }),
	/** An invitation to make an account here. */
	v.object({ kind: v.literal('invitation') }),
	/** A sealed envelope: what the ghost is called, and how many ratings wait; not what they say. */
	v.object({ kind: v.literal('claim'), name: Name, waiting: Count }),
	/** The card of a driver. The shares are of all rides. */
	v.object({
		kind: v.literal('card'),
		...card,
		averageStar: AverageStar,
		totalRides: Count,
		...forEachShare(() => Percent),
		...stamp,
	}),
	/** One verdict, as its rater gives it away: who that is, and when it was, is not in it. */
	v.object({
		kind: v.literal('receipt'),
		...card,
		joke: v.pipe(v.string(), v.minLength(1)),
		starRating: Stars,
		...impressionFields,
	}),
	/** The card of a driver whom nobody has rated yet. */
	v.object({ kind: v.literal('unrated'), ...card, ...stamp }),
	/** The page on which a driver is rated. */
	v.object({ kind: v.literal('rate'), ...face }),
	/** The receipt of a trip. Who was in the car is not in it, nor its link. Means and shares are null below three verdicts. */
	v.object({
		kind: v.literal('trip'),
		name: Name,
		day: Day,
		seats: Count,
		drivers: ofEachDriver({
			...face,
			verdicts: Count,
			averageStar: v.nullable(AverageStar),
			...forEachShare(() => v.nullable(Percent)),
			/** The driver of the trip, alone or with others. */
			isBest: v.boolean(),
		}),
	}),
	/** An invitation to get in, for as long as a trip is not open. */
	v.object({ kind: v.literal('trip_invite'), name: Name, drivers: ofEachDriver(face) }),
	/** An award that a driver got. `figure` as people read it: '4.8 stars', '97% smooth', '+0.6 stars', '12 rides'. */
	v.object({ kind: v.literal('award'), ...card, award: AwardKey, month: Month, figure: Figure }),
	/** A driver's year in the back seat. The shares are of its rides. */
	v.object({
		kind: v.literal('year'),
		...card,
		year: v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(9999)),
		rides: Count,
		averageStar: AverageStar,
		...forEachShare(() => Percent),
		driverKind: DriverKind,
	}),
])
export type PictureContent = v.InferOutput<typeof PictureContent>
/** One kind of picture, or some. */
export type ContentOf<Kind extends PictureContent['kind']> = Extract<PictureContent, { kind: Kind }>
/** What a picture of a driver shows besides them. */
export type BesideDriver<Kind extends 'award' | 'year'> = Omit<ContentOf<Kind>, 'kind' | 'name' | 'avatarId' | 'link'>

export type PictureShape = keyof typeof PICTURE_SIZES
const PictureShape = v.picklist(['preview', 'story'] satisfies PictureShape[])

/** One picture. */
export type Picture = { content: PictureContent; shape: PictureShape }

const Described = v.strictTuple([v.pipe(v.number(), v.integer(), v.minValue(1)), PictureShape, PictureContent])

/** The same text for the same picture, in whichever order its fields were given. */
export const textOfPicture = ({ content, shape }: Picture): string =>
	JSON.stringify([DRAWING, shape, v.parse(PictureContent, content)])

/** The picture that a text of ours describes; null for one that this version cannot draw. */
function pictureOfText(text: string): Picture | null {
	const described = v.safeParse(Described, JSON.parse(text))
	if (!described.success) return null
	const [, shape, content] = described.output
	return { shape, content }
}

/** Below the base path. */
export const PICTURES_PATH = '/previews/'
/** What is drawn, and 256 bits of signature, both in base64url without padding. */
const ADDRESS = /^\/previews\/([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})\.png$/

/**
 * Addresses that carry what is to be drawn and this instance's signature of it, so that nobody can have other words
 * drawn, and nothing needs to be remembered. The signature is of the text as it stands in the address, and is compared as
 * text: any other spelling of the same bytes is another address, and none of ours.
 */
export function pictureAddresses({ key, basePath }: { key: () => Uint8Array; basePath: string }) {
	const signatureOf = (said: string) => new Bun.CryptoHasher('sha256', key()).update(said).digest('base64url')
	return {
		/** Of a picture, from the root of this origin. */
		addressOf(picture: Picture): string {
			const said = Buffer.from(textOfPicture(picture)).toString('base64url')
			return `${basePath}${PICTURES_PATH}${said}.${signatureOf(said)}.png`
		},

		/** The picture at a path below the base path; null unless this instance has signed exactly that. */
		pictureAt(path: string): Picture | null {
			const [, said, signature] = ADDRESS.exec(path) ?? []
			if (said === undefined || signature === undefined) return null
			if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(said)))) return null
			return pictureOfText(Buffer.from(said, 'base64url').toString())
		},
	}
}
