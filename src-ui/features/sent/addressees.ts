import { queryOptions } from '@tanstack/react-query'
import type { Month, RatingId } from '#contract/ids.ts'
import type { Joke } from '#contract/my-receipt.ts'
import { praises } from '#contract/praise.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { AwardKey } from '#contract/receipts.ts'
import { type NewSentPage, sendPage } from '#contract/sent.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { SharingWay } from '#ui/kit/sharing/sharing-buttons.tsx'
import { api } from '#ui/platform/api-client.ts'
import { sentKeys } from '#ui/platform/query-keys/sent.keys.ts'

/** To whom something goes, and what. A `page` is made on the server when it is sent. */
export type Addressee = {
	/** In plain words: 'To Elke: the claim link'. */
	label: string
	note?: string
	title: string
	/** Precedes the link in messages. */
	text: string
	link: { path: string } | { page: NewSentPage }
	/** Absent where the screen already shows the QR code. */
	codeLabel?: string
	onSent?: (way: SharingWay) => void
}

/** Sending the same thing again sends the same page. */
export const pathQuery = ({ link }: Addressee) =>
	queryOptions({
		queryKey: sentKeys.path(link),
		queryFn: async () => ('path' in link ? link.path : (await api.send(sendPage, { body: link.page })).path),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	})

/** The page shows the picture and a link to rate, but not the driver's profile. */
export const receiptToChat = (driver: PublicUser, ratingId: RatingId, joke: Joke): Addressee => ({
	label: 'To the chat: my receipt',
	note: 'This shows that it was you.',
	title: `My receipt for ${nameOf(driver)}`,
	text: `I rode with ${nameOf(driver)}. My receipt:`,
	link: { page: { kind: 'receipt', ratingId, ...joke } },
	codeLabel: 'QR code of my receipt',
})

/** One praise for each visit, so that the message does not change while it is sent. */
const praise = praises()[Math.floor(Math.random() * praises().length)] ?? ''

export const cardOf = (driver: PublicUser): Addressee => ({
	label: `${nameOf(driver)}'s card`,
	title: `${nameOf(driver)} on Backseat`,
	text: praise,
	link: { path: `/infographic/${driver.id}` },
	codeLabel: 'QR code of the card',
})

export const awardToChat = (key: AwardKey, name: string, month: Month, when: string): Addressee => ({
	label: 'To the chat: my award',
	title: `${name}, ${when}`,
	text: `My award for ${when}: ${name}.`,
	link: { page: { kind: 'award', month, award: key } },
	codeLabel: 'QR code of my award',
})

export const monthToChat = (month: Month, when: string): Addressee => ({
	label: `To the chat: the receipt of ${when}`,
	title: `The back seat's receipt of ${when}`,
	text: `The back seat's receipt of ${when}:`,
	link: { page: { kind: 'month', month } },
	codeLabel: 'QR code of the receipt',
})

/** `judge` is the kind of rater, for members who do not drive. */
export const yearToChat = (year: number, judge?: string): Addressee => ({
	label: 'To the chat: my year',
	title: judge === undefined ? `My year ${year} behind the wheel` : `My year ${year} in the back seat`,
	text: judge === undefined ? `My year ${year} behind the wheel:` : `My year ${year} in the back seat: ${judge}.`,
	link: { page: { kind: 'year', year } },
	codeLabel: 'QR code of my year',
})

export const wayIntoTrip = (token: string, name: string): Addressee => ({
	label: 'To the others: the link to get in',
	title: name,
	text: `Get in! We rate the drivers of "${name}", sealed until all have:`,
	link: { path: `/trip/${token}` },
	codeLabel: 'QR code of the trip',
})

export const tripReceiptToChat = (token: string, name: string): Addressee => ({
	label: 'To the chat: the receipt',
	title: name,
	text: `We rode together. The receipt of "${name}":`,
	link: { path: `/trip/${token}` },
	codeLabel: 'QR code of the receipt',
})
