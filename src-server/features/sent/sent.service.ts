import * as v from 'valibot'
import type { Month, UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { Joke, textOfJoke } from '#contract/my-receipt.ts'
import type { DriverPictures } from '#contract/pictures.ts'
import { AwardKey, awardInWords, monthOf, type Receipt, winnersOf } from '#contract/receipts.ts'
import {
	endSentPage,
	getSentPage,
	type NewSentPage,
	SENT_DAYS,
	SENT_ID,
	SENT_MAX,
	type SentLink,
	type SentPage,
	sendPage,
	sentPath,
} from '#contract/sent.ts'
import { inLanguage } from '#contract/text.ts'
import { isVerdict } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { type PreviewWords, sentWords } from '#server/features/previews/preview-words.ts'
import { isTheirs } from '#server/features/ratings/rating-views.ts'
import type { RatingRow } from '#server/features/ratings/ratings.queries.ts'
import type { RequestOrigin } from '#server/http/addresses/own-addresses.ts'
import { route } from '#server/http/calls/route.ts'
import type { Viewer } from '#server/http/client.ts'
import { asRefusal, invalid, notFound, refusal } from '#server/http/problems.ts'
import {
	type ContentOf,
	type PictureContent,
	type ShownYear,
	shownAward,
	type WonAward,
} from '#server/operations/pictures/picture-content.ts'
import { newPageId } from '#server/tokens.ts'
import type { SentPageRow } from './sent.queries.ts'

const DAY_MS = 86_400_000

type SentContent = ContentOf<'receipt' | 'award' | 'month' | 'year' | 'judge'>
/** `words` and `content` of a live page; `driverId` is the driver to rate. */
export type ShownPage = {
	id: string
	words: PreviewWords
	content: SentContent
	driverId: UserId | null
	month: Month | null
}

/** Makes words in the language of the page. */
export type InWords = <Made>(make: () => Made) => Made
/** As all answers of the API. */
const IN_ENGLISH: InWords = (make) => inLanguage(null, make)

type Columns = Partial<Pick<SentPageRow, 'ratingId' | 'pool' | 'joke' | 'month' | 'award' | 'year'>>
type Known = { name: string; avatarId: number; link?: string | undefined }
type Pictures = {
	driverShown(id: UserId | null, requestOrigin: RequestOrigin): { driverId: UserId; known: Known }
	ownVerdict(id: number, viewer: Viewer): RatingRow
	picturesOf(content: PictureContent): DriverPictures
}
type Receipts = {
	receiptOf(month: Month, me: UserId): Promise<Receipt>
	awardOf(month: Month, key: AwardKey | null, me: UserId): Promise<WonAward>
	yearOf(year: number | null, me: UserId): Promise<ShownYear>
}

function sentService(context: Context, { pictures, receipts }: { pictures: Pictures; receipts: Receipts }) {
	const { db, queries, limits, clock, config } = context
	const { sent } = queries
	const ago = (ms: number) => new Date(clock.now().getTime() - ms)

	const printedMonth = (month: Month): Month => {
		if (month >= monthOf(clock.now()) || !queries.receipts.hasRides(month)) throw notFound('month_not_printed')
		return month
	}

	/** Throws unless the page is the caller's to send. */
	async function columnsOf(page: NewSentPage, viewer: Viewer): Promise<Columns> {
		if (page.kind === 'receipt') {
			if (!v.is(Joke, page)) throw invalid('no_such_joke', 'place')
			const rating = pictures.ownVerdict(page.ratingId, viewer)
			return { ratingId: rating.id, pool: page.pool, joke: page.place }
		}
		const me = viewer.userId
		if (me === null) throw notFound('members_send_that')
		if (page.kind === 'month') return { month: printedMonth(page.month) }
		if (page.kind === 'award') {
			const { award } = await receipts.awardOf(page.month, awardKey(page.award), me)
			return { month: page.month, award }
		}
		await receipts.yearOf(page.year, me)
		return { year: page.year }
	}

	const checkLimits = (viewer: Viewer, address: string) => {
		limits.receipts.check(viewer.userId ?? `guest ${viewer.guestKey}`)
		if (viewer.userId === null) limits.sentPagesOfAddress.check(address)
	}

	/** Counts stored pages, so that a restart does not reset it. */
	const checkDay = (viewer: Viewer) => {
		if (config.rateLimitScale === 0) return
		const max = Math.max(1, Math.floor(SENT_MAX * config.rateLimitScale))
		const oldest = sent.momentsSince(viewer, ago(DAY_MS), max)[max - 1]
		if (!oldest) return
		const seconds = Math.max(1, Math.ceil((oldest.getTime() + DAY_MS - clock.now().getTime()) / 1000))
		const hours = Math.ceil(seconds / 3600)
		throw refusal({
			status: 429,
			code: 'rate_limited',
			reason: 'sent_enough',
			params: { hours },
			retryAfterSeconds: seconds,
		})
	}

	const receiptContent = (row: SentPageRow, requestOrigin: RequestOrigin) => {
		const rating = row.ratingId === null ? undefined : queries.ratings.ratingByRowId(row.ratingId)
		if (!rating || !isVerdict(rating) || !isTheirs(rating, row)) throw notFound('page_not_found')
		const { driverId, known } = pictures.driverShown(rating.driverId, requestOrigin)
		const stored = { pool: row.pool, place: row.joke }
		// A later version may have fewer jokes.
		const joke = v.is(Joke, stored) ? textOfJoke(stored) : textOfJoke({ pool: 'DEFAULT', place: 0 })
		return { driverId, content: { kind: 'receipt' as const, ...known, joke, ...verdictOf(rating) } }
	}

	async function shown(
		row: SentPageRow,
		requestOrigin: RequestOrigin,
		inWords: InWords,
	): Promise<Omit<ShownPage, 'id' | 'words'>> {
		if (row.kind === 'receipt') return { ...inWords(() => receiptContent(row, requestOrigin)), month: null }
		const { userId, month } = row
		if (userId === null) throw notFound('page_not_found')
		if (row.kind === 'month' && month !== null) {
			const receipt = await receipts.receiptOf(month, userId)
			return { content: inWords(() => contentOfMonth(receipt)), driverId: null, month }
		}
		const { driverId, known } = pictures.driverShown(userId, requestOrigin)
		if (row.kind === 'award' && month !== null) {
			const award = await receipts.awardOf(month, awardKey(row.award), userId)
			return { content: inWords(() => ({ kind: 'award', ...known, ...shownAward(award) })), driverId, month: null }
		}
		const year = await receipts.yearOf(row.year, userId)
		// A year of judging shows no driver to rate.
		return { content: { ...known, ...year }, driverId: year.kind === 'judge' ? null : driverId, month: null }
	}

	/**
	 * Decides from what the sender may send now. Unknown pages cost the same as ended ones, because one statement finds
	 * neither. A page whose award, month or year is lost costs a look-up more, which only people with its link can time; to
	 * do the same for every unknown id would let strangers cause that work.
	 */
	async function livePage(id: string, requestOrigin: RequestOrigin, inWords: InWords): Promise<ShownPage | null> {
		const row = sent.livePage(SENT_ID.test(id) ? id : '', ago(SENT_DAYS * DAY_MS))
		if (!row) return null
		try {
			const found = await shown(row, requestOrigin, inWords)
			return { id, ...found, words: inWords(() => sentWords(found.content)) }
		} catch (error) {
			if (asRefusal(error)) return null
			throw error
		}
	}

	return {
		livePage,

		async page(id: string, requestOrigin: RequestOrigin): Promise<SentPage> {
			const found = await livePage(id, requestOrigin, IN_ENGLISH)
			if (!found) throw notFound('page_not_found')
			const { content, words, driverId, month } = found
			const { headline, description, alt } = words
			const kind = content.kind === 'judge' ? 'year' : content.kind
			return { kind, title: headline, description, alt, pictures: pictures.picturesOf(content), driverId, month }
		},

		async send(page: NewSentPage, { userId, guestKey }: Viewer, address: string): Promise<SentLink> {
			// A member's guest cookie is ignored, because the page has one owner.
			const sender: Viewer = userId === null ? { userId, guestKey } : { userId, guestKey: null }
			checkLimits(sender, address)
			const columns = await columnsOf(page, sender)
			const id = newPageId()
			await db.writeTogether(() => {
				checkDay(sender)
				// The rating may be gone by the time of this write.
				if (page.kind === 'receipt') pictures.ownVerdict(page.ratingId, sender)
				sent.insertPage({ ...sender, ...columns, id, kind: page.kind, createdAt: clock.now() })
			})
			return { id, path: sentPath(id) }
		},

		/** One answer for unknown pages and those of others. */
		end(id: string, viewer: Viewer): undefined {
			limits.smallWrites.check(viewer.userId ?? `guest ${viewer.guestKey}`)
			db.write(() => {
				if (!sent.pageOf(id, viewer)) throw notFound('page_not_found')
				sent.endPage(id, clock.now())
			})
		},
	}
}

export function sentFeature(context: Context, parts: { pictures: Pictures; receipts: Receipts }) {
	const sent = sentService(context, parts)
	return {
		...sent,
		routes: [
			route(sendPage, ({ body, viewer, address }) => sent.send(body, viewer, address)),
			route(getSentPage, ({ params, requestOrigin }) => sent.page(params.id, requestOrigin)),
			route(endSentPage, ({ params, viewer }) => sent.end(params.id, viewer)),
		],
	}
}

const awardKey = (text: string | null) => (v.is(AwardKey, text) ? text : null)

const WINNERS_MAX = 3

/** Omits awards whose winners the sender has all hidden. */
function contentOfMonth({ month, rides, people, bumpy, awards }: Receipt): ContentOf<'month'> {
	const shown = awards.flatMap((award) => {
		const winners = winnersOf(award).map((one) => ({
			name: one.display_name || ('username' in one ? one.username : ''),
			avatarId: one.avatarId,
		}))
		if (winners.length === 0) return []
		const named = winners.slice(0, WINNERS_MAX)
		return [{ award: award.key, figure: awardInWords(award), winners: named, others: winners.length - named.length }]
	})
	return { kind: 'month', month, rides, people, bumpy, awards: shown }
}
