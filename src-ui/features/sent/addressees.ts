import { queryOptions } from '@tanstack/react-query'
import type { Month, RatingId } from '#contract/ids.ts'
import type { Joke } from '#contract/my-receipt.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { AwardKey } from '#contract/receipts.ts'
import { type NewSentPage, sendPage } from '#contract/sent.ts'
import { t } from '#contract/text.ts'
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
	label: t('To the chat: my receipt'),
	note: t('This shows that it was you.'),
	title: t('My receipt for {driver}', { driver: nameOf(driver) }),
	text: t('I rode with {driver}. My receipt:', { driver: nameOf(driver) }),
	link: { page: { kind: 'receipt', ratingId, ...joke } },
	codeLabel: t('QR code of my receipt'),
})

export const awardToChat = (key: AwardKey, name: string, month: Month, when: string): Addressee => ({
	label: t('To the chat: my award'),
	// Translators: 'Driver of the Month, November 2026'
	title: t('{award}, {month}', { award: name, month: when }),
	text: t('My award for {month}: {award}.', { month: when, award: name }),
	link: { page: { kind: 'award', month, award: key } },
	codeLabel: t('QR code of my award'),
})

export const monthToChat = (month: Month, when: string): Addressee => ({
	label: t('To the chat: the receipt of {month}', { month: when }),
	title: t("The back seat's receipt of {month}", { month: when }),
	text: t("The back seat's receipt of {month}:", { month: when }),
	link: { page: { kind: 'month', month } },
	codeLabel: t('QR code of the receipt'),
})

/** `judge` is the kind of rater, for members who do not drive. */
export const yearToChat = (year: number, judge?: string): Addressee => ({
	label: t('To the chat: my year'),
	title:
		judge === undefined
			? t('My year {year} behind the wheel', { year })
			: t('My year {year} in the back seat', { year }),
	text:
		judge === undefined
			? t('My year {year} behind the wheel:', { year })
			: // Translators: {judge} is as 'The Speed Camera'
				t('My year {year} in the back seat: {judge}.', { year, judge }),
	link: { page: { kind: 'year', year } },
	codeLabel: t('QR code of my year'),
})

export const wayIntoTrip = (token: string, name: string): Addressee => ({
	label: t('To the others: the link to get in'),
	title: name,
	text: t('Get in! We rate the drivers of "{trip}", sealed until all have:', { trip: name }),
	link: { path: `/trip/${token}` },
	codeLabel: t('QR code of the trip'),
})

export const tripReceiptToChat = (token: string, name: string): Addressee => ({
	label: t('To the chat: the receipt'),
	title: name,
	text: t('We rode together. The receipt of "{trip}":', { trip: name }),
	link: { path: `/trip/${token}` },
	codeLabel: t('QR code of the receipt'),
})
