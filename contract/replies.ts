import * as v from 'valibot'
import { call } from './call.ts'
import { NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import { STICKER } from './field-messages.ts'
import { IdText } from './ids.ts'
import { Success } from './problems.ts'
import { Sticker } from './stickers.ts'
import { t } from './text.ts'

// Not part of ratings.ts, which every page loads: only profiles and My verdicts show stickers.

/** No free text, so no quarrels. */
export const STICKER_WORDS: Record<Sticker, () => string> = {
	// Translators: a sticker, with which drivers answer a rating, as all words here
	fair: () => t('Fair enough'),
	rain: () => t('It was raining'),
	music: () => t('You chose the music'),
	traffic: () => t('Blame the traffic'),
	coffee: () => t('Before coffee'),
	learning: () => t('I am learning'),
	thanks: () => t('Thank you!'),
	again: () => t('Ride again?'),
}

export const NewReply = v.object({ sticker: Sticker }, STICKER)
export type NewReply = v.InferOutput<typeof NewReply>

const NOT_OF_ME = 'It is not a rating of me, or does not exist; which of them is not said.'

export const replyToRating = call({
	method: 'PUT',
	path: '/ratings/:id/reply',
	who: 'member',
	params: v.object({ id: IdText }),
	body: NewReply,
	answers: { 200: v.object({ reply: Sticker }) },
	docs: () => ({
		tag: 'Ratings',
		summary: 'Answer a rating of me with a sticker',
		description:
			'One a rating; another one takes its place. It stands at that rating wherever it is listed, and is new to the rater. It goes with the rating, and when the rater changes it.',
		answers: { 200: 'The sticker.', 400: `There is no such sticker. ${NOT_AN_ID}`, 404: NOT_OF_ME },
		params: { id: 'The rating.' },
	}),
})

export const takeReplyBack = call({
	method: 'DELETE',
	path: '/ratings/:id/reply',
	who: 'member',
	params: v.object({ id: IdText }),
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Ratings',
		summary: 'Take my sticker back',
		answers: { 204: 'There is none at it.', 400: NOT_AN_ID, 404: NOT_OF_ME },
		params: { id: 'The rating.' },
	}),
})

export const markRepliesSeen = call({
	method: 'POST',
	path: '/users/:id/mark-replies-seen',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	answers: { 200: Success },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Say that I saw how drivers answered',
		description: 'None of the answers to ratings that I gave is new any more.',
		answers: { 200: 'Noted.', 400: NOT_AN_ID, 403: NOT_MINE },
	}),
})
