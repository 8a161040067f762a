import * as v from 'valibot'
import { DriverKind } from '#contract/driver-kinds.ts'
import { Day, Month } from '#contract/ids.ts'
import { IMPRESSION_KEYS, IMPRESSIONS, type Impression, impressionFields } from '#contract/impressions.ts'
import { JudgeKind } from '#contract/judging.ts'
import { ENGLISH, LANGUAGE_TAGS } from '#contract/languages.ts'
import { AvatarId, NAME_UNITS_MAX } from '#contract/names.ts'
import type { PICTURE_SIZES } from '#contract/pictures.ts'
import { Stars } from '#contract/ratings.ts'
import { AWARD_KEYS, type Award, AwardKey, awardInWords } from '#contract/receipts.ts'
import { localeOfTexts } from '#contract/text.ts'
import { TRIP_DRIVERS_MAX } from '#contract/trips.ts'

/** Increment when the drawing changes: pictures then get new addresses, which bypasses every cache. */
const DRAWING = 2

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(NAME_UNITS_MAX))
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Year = v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(9999))
const Percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
const face = { name: Name, avatarId: AvatarId }
/** Link to the driver's card. Missing in older addresses, and if `addressToPrint` found none. */
const CardLink = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]+\/(\S+\/)?infographic\/\d+$/))
const card = { ...face, link: v.optional(CardLink) }
/** Missing in addresses signed by earlier versions; their pictures have no stamp. */
const stamp = { driverKind: v.optional(DriverKind) }
const AverageStar = v.pipe(v.string(), v.regex(/^[1-5]\.\d$/))
/** In the picture's language: '97% smooth'. */
const Figure = v.pipe(v.string(), v.regex(/^[^\p{Cc}\p{Cs}]{1,60}$/u))
const ofEachDriver = <Entries extends v.ObjectEntries>(entries: Entries) =>
	v.pipe(v.array(v.object(entries)), v.minLength(1), v.maxLength(TRIP_DRIVERS_MAX))

export function forEachShare<Value>(make: (impression: Impression) => Value): Record<Impression['share'], Value> {
	const shares = IMPRESSION_KEYS.map((key) => [IMPRESSIONS[key].share, make(IMPRESSIONS[key])])
	return Object.fromEntries(shares)
}

/** Contains no random or time-dependent values, so that a picture can be cached. */
export const PictureContent = v.variant('kind', [
	v.object({ kind: v.literal('general') }),
	v.object({ kind: v.literal('invitation') }),
	v.object({ kind: v.literal('claim'), name: Name, waiting: Count }),
	v.object({
		kind: v.literal('card'),
		...card,
		averageStar: AverageStar,
		totalRides: Count,
		...forEachShare(() => Percent),
		...stamp,
	}),
	/** A receipt; it omits the rater and the date. */
	v.object({
		kind: v.literal('receipt'),
		...card,
		joke: v.pipe(v.string(), v.minLength(1)),
		starRating: Stars,
		...impressionFields,
	}),
	v.object({ kind: v.literal('unrated'), ...card, ...stamp }),
	v.object({ kind: v.literal('rate'), ...face }),
	/** Omits the passengers and the trip's link. Means and shares are null below three verdicts. */
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
			/** True for the driver of the trip, also when several share the title. */
			isBest: v.boolean(),
		}),
	}),
	v.object({ kind: v.literal('trip_invite'), name: Name, drivers: ofEachDriver(face) }),
	/** `figure` is formatted for display: '4.8 stars', '97% smooth', '+0.6 stars', '12 rides'. */
	v.object({ kind: v.literal('award'), ...card, award: AwardKey, month: Month, figure: Figure }),
	v.object({
		kind: v.literal('month'),
		month: Month,
		rides: Count,
		people: Count,
		bumpy: Count,
		/** `others` counts the winners who are not named. */
		awards: v.pipe(
			v.array(
				v.object({
					award: AwardKey,
					figure: Figure,
					winners: v.pipe(v.array(v.object(face)), v.minLength(1), v.maxLength(TRIP_DRIVERS_MAX)),
					others: Count,
				}),
			),
			v.maxLength(AWARD_KEYS.length),
		),
	}),
	v.object({
		kind: v.literal('year'),
		...card,
		year: Year,
		rides: Count,
		averageStar: AverageStar,
		...forEachShare(() => Percent),
		driverKind: DriverKind,
	}),
	/** The year of a member who was not driven by. It omits the drivers they judged. */
	v.object({
		kind: v.literal('judge'),
		...card,
		year: Year,
		verdicts: Count,
		averageStar: AverageStar,
		judgeKind: JudgeKind,
	}),
])
export type PictureContent = v.InferOutput<typeof PictureContent>
export type ContentOf<Kind extends PictureContent['kind']> = Extract<PictureContent, { kind: Kind }>
export type BesideDriver<Kind extends 'award' | 'year' | 'judge'> = Omit<
	ContentOf<Kind>,
	'kind' | 'name' | 'avatarId' | 'link'
>

export type WonAward = Omit<BesideDriver<'award'>, 'figure'> & Pick<Award, 'figure'>

export const shownAward = (won: WonAward): BesideDriver<'award'> => ({
	...won,
	figure: awardInWords({ key: won.award, figure: won.figure }),
})

/** A member's year, at the wheel or in the back seat. */
export type ShownYear = ({ kind: 'year' } & BesideDriver<'year'>) | ({ kind: 'judge' } & BesideDriver<'judge'>)

export const monthInWords = (month: string) =>
	new Date(`${month}-01T00:00:00Z`).toLocaleDateString(localeOfTexts(), {
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC',
	})

export type PictureShape = keyof typeof PICTURE_SIZES
const PictureShape = v.picklist(['preview', 'story'] satisfies PictureShape[])

/** `language` is a tag; without one it is English. */
export type Picture = { content: PictureContent; shape: PictureShape; language?: string | undefined }

const Version = v.pipe(v.number(), v.integer(), v.minValue(1))
/** Addresses in English, and those that earlier versions signed, name no language. */
const Described = v.union([
	v.strictTuple([Version, PictureShape, PictureContent]),
	v.strictTuple([Version, PictureShape, PictureContent, v.picklist(LANGUAGE_TAGS)]),
])

/** The same text for equal pictures, regardless of the order of fields. */
export const textOfPicture = ({ content, shape, language = ENGLISH.tag }: Picture): string =>
	JSON.stringify([
		...[DRAWING, shape, v.parse(PictureContent, content)],
		...(language === ENGLISH.tag ? [] : [language]),
	])

function pictureOfText(text: string): Picture | null {
	const described = v.safeParse(Described, JSON.parse(text))
	if (!described.success) return null
	const [, shape, content, language] = described.output
	return { shape, content, language }
}

/** Relative to the base path. */
export const PICTURES_PATH = '/previews/'
/** The content and a 256-bit signature, both in base64url without padding. */
const ADDRESS = /^\/previews\/([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})\.png$/

/**
 * Addresses contain the content and this instance's signature, so that nothing is stored and no client can have other text
 * drawn. The signature covers the encoded text and is compared as text, so another encoding of the same bytes is invalid.
 */
export function pictureAddresses({ key, basePath }: { key: () => Uint8Array; basePath: string }) {
	const signatureOf = (text: string) => new Bun.CryptoHasher('sha256', key()).update(text).digest('base64url')
	return {
		addressOf(picture: Picture): string {
			const text = Buffer.from(textOfPicture(picture)).toString('base64url')
			return `${basePath}${PICTURES_PATH}${text}.${signatureOf(text)}.png`
		},

		/** Expects a path below the base path. Null without a valid signature. */
		pictureAt(path: string): Picture | null {
			const [, text, signature] = ADDRESS.exec(path) ?? []
			if (text === undefined || signature === undefined) return null
			if (!crypto.timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(text)))) return null
			return pictureOfText(Buffer.from(text, 'base64url').toString())
		},
	}
}
