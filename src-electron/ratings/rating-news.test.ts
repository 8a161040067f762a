import { expect, test } from 'bun:test'
import { newRatingWords } from './rating-news.ts'

test('one rating is somebody, several are counted', () => {
	expect(newRatingWords(1).body).toBe('Somebody rated your driving. Pull over and have a look.')
	expect(newRatingWords(2).body).toBe('2 new ratings of your driving. Pull over and have a look.')
	expect(newRatingWords(12).body).toStartWith('12 new ratings')
	for (const count of [1, 2]) expect(newRatingWords(count).title).toContain('back seat')
})
