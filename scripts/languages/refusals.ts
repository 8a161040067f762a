import * as fieldMessages from '#contract/field-messages.ts'
import { WRONG_IN_FILE } from '#contract/own-data-file.ts'
import { FOR_PROGRAMS, REASONS, type Reason } from '#contract/reasons.ts'
import type { Forms, Sentence, Translation } from '#contract/text.ts'

type Words = { text: string; plural?: string }

/** The sentences of refusals, which no call of t() names. */
export function* textsOfRefusals(): Generator<Words & { file: string; note: string }> {
	for (const text of Object.values<unknown>(fieldMessages))
		if (typeof text === 'string')
			yield { text, file: 'contract/field-messages.ts', note: 'At a field that is not filled in right' }
	for (const text of Object.values(WRONG_IN_FILE))
		yield { text, file: 'contract/own-data-file.ts', note: 'Becomes {message} of a refusal. “…” stays as it is' }
	for (const [reason, sentence] of forPeople())
		for (const text of textsOf(sentence)) yield { ...text, file: 'contract/reasons.ts', note: `Refusal: ${reason}` }
}

const forPeople = () =>
	Object.entries<Sentence>(REASONS).filter(
		([reason, sentence]) => !FOR_PROGRAMS.has(reason as Reason) && !isValueAlone(sentence),
	)

const isValueAlone = (sentence: Sentence) => typeof sentence === 'string' && /^\{\w+\}\W?$/.test(sentence)

function textsOf(sentence: Sentence): Words[] {
	const counted = ({ one = '', other = '' }: Forms) => ({ text: one, plural: other })
	if (typeof sentence === 'string') return [{ text: sentence }]
	if ('of' in sentence) return Object.values(sentence.of).map((text) => ({ text }))
	return 'wait' in sentence ? [counted(sentence.minutes), counted(sentence.hours)] : [counted(sentence)]
}

/**
 * The translations of sentences with values, as the browser looks them up by their reasons (src-ui/platform/refusal-words.ts).
 * It finds all others by their English text.
 */
export function sentencesByReason(translations: Readonly<Record<string, Translation>>): Record<string, Sentence> {
	const found: Record<string, Sentence> = {}
	for (const [reason, sentence] of Object.entries<Sentence>(REASONS)) {
		if (typeof sentence === 'string' && !sentence.includes('{')) continue
		const translation = isValueAlone(sentence) ? sentence : translationOf(sentence, translations)
		if (translation !== undefined) found[keyOfReason(reason)] = translation
	}
	return found
}

export const keyOfReason = (reason: string) => `reason:${reason}`

/** Nothing if a part of it has no translation. */
function translationOf(sentence: Sentence, translations: Readonly<Record<string, Translation>>): Sentence | undefined {
	const formsOf = ({ one = '' }: Forms) => translations[one] as Forms | undefined
	if (typeof sentence === 'string') return translations[sentence] as string | undefined
	if ('of' in sentence) {
		const texts = Object.entries(sentence.of).map(([word, text]) => [word, translations[text]] as const)
		return texts.every(([, text]) => text)
			? { ...sentence, of: Object.fromEntries(texts) as Record<string, string> }
			: undefined
	}
	if (!('wait' in sentence)) {
		const forms = formsOf(sentence)
		return forms && { ...forms, count: sentence.count }
	}
	const [minutes, hours] = [formsOf(sentence.minutes), formsOf(sentence.hours)]
	return minutes && hours && { wait: sentence.wait, minutes, hours }
}
