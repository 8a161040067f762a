import { DRIVER_KINDS } from '#contract/driver-kinds.ts'
import { ridesRated } from '#contract/first-words/card.ts'
import { IMPRESSION_KEYS, IMPRESSIONS, impressionsInWords } from '#contract/impressions.ts'
import { JUDGE_KINDS } from '#contract/judging.ts'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { AWARDS } from '#contract/receipts.ts'
import { figure, isolated, listed, localeOfTexts, t, tn } from '#contract/text.ts'
import type { PagePreview } from '#server/http/files/page-head.ts'
import { type ContentOf, monthInWords } from '#server/operations/pictures/picture-content.ts'

export type PreviewWords = Pick<PagePreview, 'title' | 'headline' | 'description'> & { alt: string }

export function previewWith({ alt, ...texts }: PreviewWords, to: { address: string; path: string }): PagePreview {
	const [width, height] = PICTURE_SIZES.preview
	return { ...texts, path: to.path, picture: { address: to.address, width, height, alt } }
}

const slogan = () => t('The app for rating rides from friends and family.')

export const generalWords = (screen?: string): PreviewWords => ({
	title: screen === undefined ? 'Backseat' : titled(screen),
	headline: 'Backseat',
	description: slogan(),
	alt: t('Backseat: a rear-view mirror with two eyes. The app for rating rides from friends and family.'),
})

export const invitationWords = (): PreviewWords => ({
	title: titled(t("You're Invited")),
	headline: t('A seat is saved for you on Backseat'),
	description: t('You are invited to rate rides from friends and family. A username and a password are all it takes.'),
	alt: t('An invitation to Backseat, the app for rating rides from friends and family.'),
})

export function claimWords({ name, waiting }: ContentOf<'claim'>): PreviewWords {
	const title = titled(t("You've Been Rated"))
	if (waiting === 0)
		return {
			title,
			headline: t('A seat is saved for {name}', { name }),
			description: t('Take it on Backseat, where friends and family rate each other’s driving.'),
			alt: t('A sealed envelope for {name}.', { name }),
		}
	return {
		title,
		headline: t("{name}, you've been rated", { name }),
		description: tn(
			'# rating waits for you on Backseat. Open the envelope, if you dare.',
			'# ratings wait for you on Backseat. Open the envelope, if you dare.',
			waiting,
		),
		alt: tn(
			'A sealed envelope for {name}: # rating waits inside.',
			'A sealed envelope for {name}: # ratings wait inside.',
			waiting,
			{ name },
		),
	}
}

export function driverWords(content: ContentOf<'card' | 'unrated'>, screen: 'card' | 'profile'): PreviewWords {
	const { name } = content
	const title = titled(screen === 'card' ? t("{name}'s driver stats", { name }) : t("{name}'s Profile", { name }))
	if (content.kind === 'unrated')
		return {
			title,
			headline: t('Nobody has rated {name} yet', { name }),
			description: t("This driver hasn't been rated yet. Be the first to rate."),
			alt: t("{name}'s card on Backseat, still without a rating.", { name }),
		}
	const { averageStar, totalRides, driverKind } = content
	const stars = oneDecimal(averageStar)
	const kind = driverKind && DRIVER_KINDS[driverKind].name()
	const rides = ridesRated(totalRides)
	const shares = IMPRESSION_KEYS.map((key) => {
		const { share, shareOfGood } = IMPRESSIONS[key]
		return shareOfGood(content[share])
	}).join(' · ')
	// Translators: an average with one decimal, as 4.5 or 5.0
	const facts = listed([...(kind ? [kind] : []), t('{stars} stars', { stars }), rides, shares])
	return {
		title,
		headline: t('{name} drives {stars} stars', { name, stars }),
		description: [kind, rides, shares].filter(Boolean).join(' · '),
		alt: t("{name}'s card on Backseat: {facts}.", { name, facts }),
	}
}

const oneDecimal = (averageStar: string) => figure(Number(averageStar), 1)

export const ratingWords = ({ name }: ContentOf<'rate'>): PreviewWords => ({
	title: titled(t("{name}'s Driving Today", { name })),
	headline: t('How does {name} drive?', { name }),
	description: t(
		"Smooth or bumpy? Safe or sweating? Rate {name}'s driving today. It takes ten seconds, and no account.",
		{ name },
	),
	alt: t("{name} asks from behind the wheel: how's my driving?", { name }),
})

export function tripWords(content: ContentOf<'trip' | 'trip_invite'>): PreviewWords {
	const trip = content.name
	const title = titled(trip)
	if (content.kind === 'trip_invite') {
		const isShared = content.drivers.length > 1
		const drivers = namesOf(content.drivers)
		return {
			title,
			headline: t('Get in: {trip}', { trip }),
			description: isShared
				? t('{drivers} drive. You sit in the back and have opinions. No account needed.', { drivers })
				: t('{driver} drives. You sit in the back and have opinions. No account needed.', { driver: drivers }),
			alt: isShared
				? t('A ticket for the trip {trip}: {drivers} in front, you in the back.', { trip, drivers })
				: t('A ticket for the trip {trip}: {driver} at the wheel, you in the back.', { trip, driver: drivers }),
		}
	}
	const { seats } = content
	const best = content.drivers.filter(({ isBest, averageStar }) => isBest && averageStar !== null)
	const lines = content.drivers
		.map(({ name, averageStar, verdicts }) =>
			averageStar === null
				? t('{name}: too few voices to print', { name })
				: // Translators: on a trip; {stars} is an average with one decimal, '#' the number of passengers who rated
					tn('{name}: {stars} stars, # voice', '{name}: {stars} stars, # voices', verdicts, {
						name,
						stars: oneDecimal(averageStar),
					}),
		)
		.join('; ')
	return {
		title,
		headline: t('{trip}: the receipt is printed', { trip }),
		description: descriptionOf(best, seats),
		// Translators: '#' is the number of people in the car
		alt: tn(
			'The receipt of the trip {trip}, # in the car. {lines}.',
			'The receipt of the trip {trip}, # in the car. {lines}.',
			seats,
			{ trip, lines },
		),
	}
}

function descriptionOf(best: ContentOf<'trip'>['drivers'], seats: number): string {
	const stars = oneDecimal(best[0]?.averageStar ?? '')
	if (best.length === 0)
		// Translators: '#' is the number of people in the car
		return tn(
			'# in the car, and too few voices to print. The snacks cannot complain.',
			'# in the car, and too few voices to print. The snacks cannot complain.',
			seats,
		)
	if (best.length === 1)
		// Translators: '#' is the number of people in the car
		return tn(
			'Driver of the trip: {driver}, {stars} stars. # in the car.',
			'Driver of the trip: {driver}, {stars} stars. # in the car.',
			seats,
			{ driver: namesOf(best), stars },
		)
	// Translators: '#' is the number of people in the car
	return tn(
		'Drivers of the trip: {drivers}, {stars} stars. # in the car.',
		'Drivers of the trip: {drivers}, {stars} stars. # in the car.',
		seats,
		{ drivers: namesOf(best), stars },
	)
}

/** Names neither rater nor sender: only the picture's driver and figures. */
export function sentWords(content: ContentOf<'receipt' | 'award' | 'month' | 'year' | 'judge'>): PreviewWords {
	switch (content.kind) {
		case 'receipt': {
			const { name, starRating, joke } = content
			const impressions = list(impressionsInWords(content).map(({ word }) => word))
			return {
				title: titled(t("{name}'s receipt", { name })),
				headline: tn('# star for {name}', '# stars for {name}', starRating, { name }),
				description: joke,
				alt: tn(
					'A receipt for {name}: # star, {impressions}. {joke}',
					'A receipt for {name}: # stars, {impressions}. {joke}',
					starRating,
					{ name, impressions, joke },
				),
			}
		}
		case 'award': {
			const { name, figure } = content
			const award = AWARDS[content.award].name()
			const month = monthInWords(content.month)
			return {
				title: titled(t('{name}: {award}', { name, award })),
				// Translators: {month} is as 'November 2026'
				headline: t('{award} in {month}: {name}', { award, month, name }),
				// Translators: {figure} is as '97% smooth' or '4.8 stars'
				description: t('{figure}. Applause from the back seat.', { figure }),
				alt: t('An award for {name}: {award} in {month}, {figure}.', { name, award, month, figure }),
			}
		}
		case 'month':
			return monthWords(content)
		case 'year': {
			const { name, year, driverKind } = content
			const stars = oneDecimal(content.averageStar)
			const kind = DRIVER_KINDS[driverKind].name()
			// Translators: in a description of a year; {stars} is an average with one decimal
			const figures = tn('# ride rated, {stars} stars', '# rides rated, {stars} stars', content.rides, { stars })
			return {
				title: titled(t("{name}'s {year}", { name, year })),
				headline: t("{name}'s {year} behind the wheel", { name, year }),
				// Translators: {kind} is as 'The Flying Carpet', {figures} as '20 rides rated, 4.8 stars'
				description: t('{figures}. {kind}, says the back seat.', { figures, kind }),
				alt: t('A year behind the wheel: {name} in {year}. {figures}, {kind}.', { name, year, figures, kind }),
			}
		}
		case 'judge': {
			const { name, year, judgeKind } = content
			const stars = oneDecimal(content.averageStar)
			const kind = JUDGE_KINDS[judgeKind].name()
			const figures = tn(
				'# verdict given, {stars} stars on average',
				'# verdicts given, {stars} stars on average',
				content.verdicts,
				{ stars },
			)
			return {
				title: titled(t("{name}'s {year}", { name, year })),
				headline: t("{name}'s {year} in the back seat", { name, year }),
				// Translators: {kind} is as 'The Generous Passenger', {figures} as '20 verdicts given, 4.8 stars on average'
				description: t('{figures}. {kind}, by the look of it.', { figures, kind }),
				alt: t('A year in the back seat: {name} in {year}. {figures}, {kind}.', { name, year, figures, kind }),
			}
		}
	}
}

function monthWords({ rides, people, bumpy, awards, ...content }: ContentOf<'month'>): PreviewWords {
	const month = monthInWords(content.month)
	// Translators: this and the next two are a list, as '12 rides, 3 drivers, 4 speed bumps'
	const counted = listed([
		tn('# ride', '# rides', rides),
		tn('# driver', '# drivers', people),
		tn('# speed bump', '# speed bumps', bumpy),
	])
	const won = awards.map(({ award, figure, winners, others }) => {
		const all = [...winners.map(({ name }) => isolated(name)), ...(others > 0 ? [othersInWords(others)] : [])]
		return t('{award}: {winners}, {figure}.', { award: AWARDS[award].name(), winners: list(all), figure })
	})
	return {
		title: titled(month),
		headline: t('{month} is printed', { month }),
		// Translators: {counted} is as '12 rides, 3 drivers, 4 speed bumps'
		description: t('{counted}. The back seat has counted twice.', { counted }),
		alt: [t('The receipt of {month}: {counted}.', { month, counted }), ...won].join(' '),
	}
}

const NAMED_MAX = 3

function namesOf(drivers: { name: string }[]): string {
	const names = drivers.map(({ name }) => isolated(name))
	return list(names.length > NAMED_MAX ? [...names.slice(0, 2), othersInWords(names.length - 2)] : names)
}

// Translators: at the end of a list of names: 'Bob, Mum and 2 others'
const othersInWords = (others: number) => tn('# other', '# others', others)

const listsOfLocales = new Map<string, Intl.ListFormat>()
function list(items: readonly string[]): string {
	const locale = localeOfTexts('en-GB')
	const format = listsOfLocales.get(locale) ?? new Intl.ListFormat(locale, { type: 'conjunction' })
	listsOfLocales.set(locale, format)
	return format.format(items)
}

/** Must match platform/page-title.tsx of the browser app. */
function titled(screen: string): string {
	return `${screen} · Backseat`
}
