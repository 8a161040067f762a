import type { PublicUser } from '#contract/accounts.ts'
import type { Month } from '#contract/ids.ts'
import { JUDGE_KINDS, type JudgeKind } from '#contract/judging.ts'
import {
	AWARDS,
	type Award,
	awardInWords,
	awardPictures,
	type OwnDriving,
	wrappedPictures,
} from '#contract/receipts.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { cardLink } from '#ui/features/stats/share/card-to-share.ts'
import type { PictureToShare } from '#ui/features/stats/share/picture-to-share.ts'
import { formatStars } from '#ui/kit/stars/star-value.tsx'
import { api } from '#ui/platform/api-client.ts'
import { monthInWords, ridesInWords } from './award-words.ts'

/**
 * Short enough to include new ratings, long enough that the picture prefetched on press is the one shared on release.
 */
const FRESH_MS = 10_000

/** Only for pictures of the viewer's own figures: the link leads to their card or to the picture. */
const ownPicture = (me: PublicUser) =>
	({
		freshMs: FRESH_MS,
		of: nameOf(me),
		beside: (address: string) => cardLink(address, me),
		instead: (address: string, story: string | undefined) => story && new URL(story, address).href,
	}) satisfies Partial<PictureToShare>

export function awardToShare(me: PublicUser, award: Award, month: Month): PictureToShare {
	const { key } = award
	const { name } = AWARDS[key]
	const when = monthInWords(month)
	return {
		...ownPicture(me),
		act: 'Send my award',
		key: ['receipts', month, key],
		ask: () => api.send(awardPictures, { params: { month, key } }),
		alt: `${name}, ${when}: ${nameOf(me)}, ${awardInWords(award)}`,
		codeLabel: 'QR code of your award',
		title: `${name}, ${when}`,
		text: () => `My award for ${when}: ${name}.`,
	}
}

export function yearToShare(me: PublicUser, year: number, { rides, averageStar }: OwnDriving): PictureToShare {
	return {
		...ownPicture(me),
		act: 'Send my year',
		key: ['wrapped', year, 'picture'],
		ask: () => api.send(wrappedPictures, { query: { year: String(year) } }),
		alt: `The year ${year} of ${nameOf(me)}: ${ridesInWords(rides)}, ${formatStars(averageStar)} stars`,
		codeLabel: 'QR code of your year',
		title: `My year ${year} behind the wheel`,
		text: () => `My year ${year} behind the wheel:`,
	}
}

export function judgingToShare(me: PublicUser, year: number, kind: JudgeKind): PictureToShare {
	const { name } = JUDGE_KINDS[kind]
	return {
		...ownPicture(me),
		act: 'Send my year',
		key: ['wrapped', year, 'picture'],
		ask: () => api.send(wrappedPictures, { query: { year: String(year) } }),
		alt: `The year ${year} of ${nameOf(me)} in the back seat: ${name}`,
		codeLabel: 'QR code of your year',
		title: `My year ${year} in the back seat`,
		text: () => `My year ${year} in the back seat: ${name}.`,
	}
}
