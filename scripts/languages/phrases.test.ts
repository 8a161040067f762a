import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { UNRATED_JOKES } from '#contract/first-words/unrated-jokes.ts'
import { JOKES } from '#contract/my-receipt.ts'
import { PRAISE } from '#contract/praise.ts'
import type { Phrases } from '#contract/text.ts'
import * as newRating from '#ui/features/home/phrases.ts'
import { projectFolder } from '../run.ts'

const folder = join(projectFolder, 'languages', 'phrases')
const languages = [...new Bun.Glob('*.ts').scanSync(folder)].map((file) => file.slice(0, -'.ts'.length))
const phrasesIn = async (language: string): Promise<Phrases> => (await import(join(folder, `${language}.ts`))).PHRASES

const SIZES = {
	'pool:new-rating-headlines': newRating.newRatingHeadlines.length,
	'pool:new-rating-bodies': newRating.newRatingBodies.length,
	'pool:new-rating-buttons': newRating.newRatingButtons.length,
	'pool:jokes-positive': JOKES.POSITIVE.length,
	'pool:jokes-bad-vibe': JOKES.BAD_VIBE.length,
	'pool:jokes-tense': JOKES.TENSE.length,
	'pool:jokes-good-vibe': JOKES.GOOD_VIBE.length,
	'pool:jokes-default': JOKES.DEFAULT.length,
	'pool:unrated-jokes': UNRATED_JOKES.length,
	'pool:praise': PRAISE.length,
}

test.each(languages)('%s has as many phrases as English in each pool, all different', async (language) => {
	const phrases = await phrasesIn(language)
	const all = Object.values(phrases).flat()

	expect(Object.fromEntries(Object.entries(phrases).map(([pool, { length }]) => [pool, length]))).toEqual(SIZES)
	expect(new Set(all.map((phrase) => phrase.toLowerCase())).size).toBe(all.length)
	expect(all.filter((phrase) => phrase !== phrase.trim() || phrase === '')).toEqual([])
})

/** Receipts and cards have room for about two lines. */
const LONGEST = 80
test.each(languages)('no phrase of %s is longer than its paper', async (language) => {
	const tooLong = Object.values(await phrasesIn(language))
		.flat()
		.filter((phrase) => [...phrase].length > LONGEST)

	expect(tooLong).toEqual([])
})
