import { expect, test } from 'bun:test'
import * as fieldMessages from '#contract/field-messages.ts'
import { FOR_PROGRAMS, REASONS, type Reason } from '#contract/reasons.ts'
import { refusalInWords } from '#contract/sentences.ts'
import { type Catalogue, inLanguage, type Sentence, type Translation } from '#contract/text.ts'
import { categoriesOf } from './catalogues.ts'
import { sentencesByReason } from './refusals.ts'
import { textsInSources } from './texts.ts'

/** A language in which every text of the catalogue has a translation. */
function languageOf(translate: (text: string) => string, locale = 'pl'): Catalogue {
	const translations: Record<string, Translation> = {}
	for (const [key, { text, plural }] of textsInSources().texts)
		translations[key] =
			plural === undefined
				? translate(text)
				: Object.fromEntries(categoriesOf(locale).map((form) => [form, `${translate(plural)} (${form})`]))
	return { locale, isRightToLeft: false, translations: { ...translations, ...sentencesByReason(translations) } }
}
const polish = languageOf((text) => `[${text}]`)
const inPolish = (reason: string, params?: Record<string, string | number>, message = 'In English') =>
	inLanguage(polish, () => refusalInWords({ message, reason, params }))

test('every refusal that people meet, and every message at a field, is said in their language', () => {
	const params = { list: 'ratingsGiven', seconds: 90, hours: 2, max: 3, count: 4 }
	const alone = ['alert_missed', 'file_list_wrong']
	for (const [reason, sentence] of Object.entries<Sentence>(REASONS)) {
		if (FOR_PROGRAMS.has(reason as Reason) || alone.includes(reason)) continue
		const message = typeof sentence === 'string' ? sentence : ''
		expect([reason, inPolish(reason, params, message)]).toEqual([reason, expect.stringMatching(/^\[.*\]/)])
	}
	for (const message of Object.values<unknown>(fieldMessages))
		if (typeof message === 'string') expect(inLanguage(polish, () => refusalInWords({ message }))).toBe(`[${message}]`)
})

test('the values of a refusal are in its words, in the form of their number', () => {
	expect(inPolish('others_rated', { name: 'Elke' })).toBe('[Others have rated Elke too.]')
	expect(inPolish('rate_limited', { seconds: 3 })).toEndWith('in 3 seconds.] (few)')
	expect(inPolish('rated_often', { max: 5, seconds: 60 })).toContain('No more than 5 verdicts on one driver')
	expect(inPolish('rated_often', { max: 5, seconds: 60 })).toEndWith('in 1 minutes. Let them park first.] (one)')
	expect(inPolish('rated_often', { max: 5, seconds: 3541 })).toEndWith('in 1 hours. Let them park first.] (one)')
	expect(inPolish('too_many_brought', { count: 20_005, max: 20_000 })).toMatch(/20.005 verdicts .* 20.000 fit.*many/)
})

test('a message within a refusal is in their language, too', () => {
	const params = { list: 'broughtVerdicts', nth: 1200, field: 'driver', message: fieldMessages.NAME_TOO_LONG }
	expect(inPolish('file_field_wrong', params)).toBe(
		'[Brought verdict 1200: “driver”: [Name cannot exceed 50 characters].]',
	)
	expect(inPolish('file_list_wrong', { message: '“ratingsGiven” is not a list' })).toBe(
		'[“ratingsGiven” is not a list].',
	)
})

test('a refusal without a translation stays in English', () => {
	expect(inPolish('from_a_newer_server', {}, 'Not today')).toBe('Not today')
	expect(inPolish('not_json', undefined, REASONS.not_json)).toBe('Send application/json')
})

test('where the browser has the words of a refusal itself, they are those of the server', () => {
	const { texts } = textsInSources()
	const shownBy = (text: string) => texts.get(text)?.files.map((file) => file.replace(/.*\//, ''))

	expect(shownBy(REASONS.claim_link_dead)).toContain('claim-screen.tsx')
	expect(shownBy(REASONS.reset_link_dead)).toContain('password-resets.api.ts')
	expect(shownBy(REASONS.email_link_dead)).toContain('mail-link-screens.tsx')
	expect(shownBy(REASONS.not_host)).toContain('host-gate.tsx')
	expect(shownBy(REASONS.not_signed_in)).toContain('settings-screen.tsx')
	expect(shownBy(REASONS.sign_in_to_add)).toContain('add-driver-screen.tsx')
	expect(shownBy(REASONS.user_not_found)).toContain('find-driver.tsx')
	expect(shownBy(REASONS.cannot_rate_self)).toContain('rating-screen.tsx')
	expect(shownBy(fieldMessages.EMAIL_INVALID)).toContain('change-email.tsx')
	expect(shownBy(fieldMessages.RATINGS_CHOICE)).toContain('delete-account.tsx')
})
