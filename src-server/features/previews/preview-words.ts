import { DRIVER_KINDS } from '#contract/driver-kinds.ts'
import { IMPRESSION_KEYS, IMPRESSIONS, impressionsInWords } from '#contract/impressions.ts'
import { JUDGE_KINDS } from '#contract/judging.ts'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { AWARDS } from '#contract/receipts.ts'
import type { PagePreview } from '#server/http/files/page-head.ts'
import { once } from '#server/once.ts'
import { type ContentOf, monthInWords } from '#server/operations/pictures/picture-content.ts'

export type PreviewWords = Pick<PagePreview, 'title' | 'headline' | 'description'> & { alt: string }

export function previewWith({ alt, ...texts }: PreviewWords, to: { address: string; path: string }): PagePreview {
	const [width, height] = PICTURE_SIZES.preview
	return { ...texts, path: to.path, picture: { address: to.address, width, height, alt } }
}

const SLOGAN = 'The app for rating rides from friends and family.'
const BACKSEAT_ALT = 'Backseat: a rear-view mirror with two eyes. The app for rating rides from friends and family.'

export const generalWords = (screen?: string): PreviewWords => ({
	title: screen === undefined ? 'Backseat' : titled(screen),
	headline: 'Backseat',
	description: SLOGAN,
	alt: BACKSEAT_ALT,
})

export const invitationWords: PreviewWords = {
	title: titled("You're Invited"),
	headline: 'A seat is saved for you on Backseat',
	description: 'You are invited to rate rides from friends and family. A username and a password are all it takes.',
	alt: 'An invitation to Backseat, the app for rating rides from friends and family.',
}

export function claimWords({ name, waiting }: ContentOf<'claim'>): PreviewWords {
	const nickname = inText(name)
	const waits = waiting === 1 ? '1 rating waits' : `${waiting} ratings wait`
	return {
		title: titled("You've Been Rated"),
		headline: waiting === 0 ? `A seat is saved for ${nickname}` : `${nickname}, you've been rated`,
		description:
			waiting === 0
				? 'Take it on Backseat, where friends and family rate each other’s driving.'
				: `${waits} for you on Backseat. Open the envelope, if you dare.`,
		alt: waiting === 0 ? `A sealed envelope for ${nickname}.` : `A sealed envelope for ${nickname}: ${waits} inside.`,
	}
}

export function driverWords(content: ContentOf<'card' | 'unrated'>, screen: 'card' | 'profile'): PreviewWords {
	const name = inText(content.name)
	const title = titled(screen === 'card' ? `${content.name}'s driver stats` : `${content.name}'s Profile`)
	if (content.kind === 'unrated')
		return {
			title,
			headline: `Nobody has rated ${name} yet`,
			description: "This driver hasn't been rated yet. Be the first to rate.",
			alt: `${name}'s card on Backseat, still without a rating.`,
		}
	const { averageStar, totalRides, driverKind } = content
	const kind = driverKind && DRIVER_KINDS[driverKind].name()
	const rides = totalRides === 1 ? '1 ride rated' : `${totalRides} rides rated`
	const shares = IMPRESSION_KEYS.map((key) => {
		const { share, shareOfGood } = IMPRESSIONS[key]
		return shareOfGood(content[share])
	}).join(' · ')
	return {
		title,
		headline: `${name} drives ${averageStar} stars`,
		description: [kind, rides, shares].filter(Boolean).join(' · '),
		alt: `${name}'s card on Backseat: ${[kind, `${averageStar} stars`, rides, shares].filter(Boolean).join(', ')}.`,
	}
}

export function ratingWords({ name }: ContentOf<'rate'>): PreviewWords {
	const driver = inText(name)
	return {
		title: titled(`${name}'s Driving Today`),
		headline: `How does ${driver} drive?`,
		description: `Smooth or bumpy? Safe or sweating? Rate ${driver}'s driving today. It takes ten seconds, and no account.`,
		alt: `${driver} asks from behind the wheel: how's my driving?`,
	}
}

export function tripWords(content: ContentOf<'trip' | 'trip_invite'>): PreviewWords {
	const name = inText(content.name)
	const title = titled(content.name)
	if (content.kind === 'trip_invite') {
		const { drivers } = content
		const names = namesOf(drivers)
		const isShared = drivers.length > 1
		return {
			title,
			headline: `Get in: ${name}`,
			description: isShared
				? `${names} drive. You sit in the back and have opinions. No account needed.`
				: `${names} drives. You sit in the back and have opinions. No account needed.`,
			alt: isShared
				? `A ticket for the trip ${name}: ${names} in front, you in the back.`
				: `A ticket for the trip ${name}: ${names} at the wheel, you in the back.`,
		}
	}
	const { drivers, seats } = content
	const best = drivers.filter(({ isBest, averageStar }) => isBest && averageStar !== null)
	const [first] = best
	const lines = drivers.map(({ name, averageStar, verdicts }) =>
		averageStar === null
			? `${inText(name)}: too few voices to print`
			: `${inText(name)}: ${averageStar} stars, ${verdicts} voices`,
	)
	return {
		title,
		headline: `${name}: the receipt is printed`,
		description: first
			? `${best.length > 1 ? 'Drivers' : 'Driver'} of the trip: ${namesOf(best)}, ${first.averageStar} stars. ${seats} in the car.`
			: `${seats} in the car, and too few voices to print. The snacks cannot complain.`,
		alt: `The receipt of the trip ${name}, ${seats} in the car. ${lines.join('; ')}.`,
	}
}

/** Names neither rater nor sender: only the picture's driver and figures. */
export function sentWords(content: ContentOf<'receipt' | 'award' | 'month' | 'year' | 'judge'>): PreviewWords {
	switch (content.kind) {
		case 'receipt': {
			const name = inText(content.name)
			const stars = content.starRating === 1 ? '1 star' : `${content.starRating} stars`
			const impressions = impressionsInWords(content).map(({ word }) => word)
			return {
				title: titled(`${content.name}'s receipt`),
				headline: `${stars} for ${name}`,
				description: content.joke,
				alt: `A receipt for ${name}: ${stars}, ${list().format(impressions)}. ${content.joke}`,
			}
		}
		case 'award': {
			const name = inText(content.name)
			const award = AWARDS[content.award].name()
			const month = monthInWords(content.month)
			return {
				title: titled(`${content.name}: ${award}`),
				headline: `${award} in ${month}: ${name}`,
				description: `${content.figure}. Applause from the back seat.`,
				alt: `An award for ${name}: ${award} in ${month}, ${content.figure}.`,
			}
		}
		case 'month':
			return monthWords(content)
		case 'year': {
			const name = inText(content.name)
			const { year, averageStar, driverKind } = content
			const rides = content.rides === 1 ? '1 ride' : `${content.rides.toLocaleString('en')} rides`
			const figures = `${rides} rated, ${averageStar} stars`
			return {
				title: titled(`${content.name}'s ${year}`),
				headline: `${name}'s ${year} behind the wheel`,
				description: `${figures}. ${DRIVER_KINDS[driverKind].name()}, says the back seat.`,
				alt: `A year behind the wheel: ${name} in ${year}. ${figures}, ${DRIVER_KINDS[driverKind].name()}.`,
			}
		}
		case 'judge': {
			const name = inText(content.name)
			const { year, averageStar, judgeKind } = content
			const verdicts = content.verdicts === 1 ? '1 verdict' : `${content.verdicts.toLocaleString('en')} verdicts`
			const figures = `${verdicts} given, ${averageStar} stars on average`
			return {
				title: titled(`${content.name}'s ${year}`),
				headline: `${name}'s ${year} in the back seat`,
				description: `${figures}. ${JUDGE_KINDS[judgeKind].name()}, by the look of it.`,
				alt: `A year in the back seat: ${name} in ${year}. ${figures}, ${JUDGE_KINDS[judgeKind].name()}.`,
			}
		}
	}
}

function monthWords({ month, rides, people, bumpy, awards }: ContentOf<'month'>): PreviewWords {
	const name = monthInWords(month)
	const counted = [
		rides === 1 ? '1 ride' : `${rides.toLocaleString('en')} rides`,
		people === 1 ? '1 driver' : `${people.toLocaleString('en')} drivers`,
		bumpy === 1 ? '1 speed bump' : `${bumpy.toLocaleString('en')} speed bumps`,
	].join(', ')
	const won = awards.map(({ award, figure, winners, others }) => {
		const all = [...winners.map(({ name }) => inText(name)), ...(others > 0 ? [`${others} others`] : [])]
		return `${AWARDS[award].name()}: ${list().format(all)}, ${figure}`
	})
	return {
		title: titled(name),
		headline: `${name} is printed`,
		description: `${counted}. The back seat has counted twice.`,
		alt: [`The receipt of ${name}: ${counted}.`, ...won.map((line) => `${line}.`)].join(' '),
	}
}

const NAMED_MAX = 3
const list = once(() => new Intl.ListFormat('en-GB', { type: 'conjunction' }))

function namesOf(drivers: { name: string }[]): string {
	const names = drivers.map(({ name }) => inText(name))
	return list().format(names.length > NAMED_MAX ? [...names.slice(0, 2), `${names.length - 2} others`] : names)
}

/** Must match platform/page-title.tsx of the browser app. */
function titled(screen: string): string {
	return `${screen} · Backseat`
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Isolates right-to-left names, which would reorder the text around them. */
const inText = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)
