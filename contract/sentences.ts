import type { Problem } from './problems.ts'
import { fill, formIn, inFigures, messageInWords, type Sentence, translated } from './text.ts'

type Params = Readonly<Record<string, string | number>>

/** Fills a sentence of contract/reasons.ts, or its translation. */
export function inSentence(sentence: Sentence, params: Params, ofName?: (name: string) => string): string {
	const values = shown(params)
	const [text, number = ''] = chosen(sentence, params, values)
	return fill(text.replace('#', `${number}`), values, ofName)
}

/**
 * A refusal in the page's language: by its reason if there are values in it, else by its English message. Call it after
 * `backseatTexts`, which loads the refusals.
 */
export function refusalInWords({
	message,
	reason,
	params = {},
}: Pick<Problem, 'message' | 'reason' | 'params'>): string {
	const sentence = translated(`reason:${reason}`) as Sentence | undefined
	return sentence ? inSentence(sentence, params) : messageInWords(message)
}

function chosen(sentence: Sentence, params: Params, values: Params): [text: string, number?: string | number] {
	if (typeof sentence === 'string') return [sentence]
	if ('of' in sentence) return [sentence.of[`${params[sentence.by]}`] ?? '']
	if (!('wait' in sentence)) return [formIn(sentence, Number(params[sentence.count])) ?? '', values[sentence.count]]
	const minutes = Math.ceil(Number(params[sentence.wait]) / 60)
	const hours = Math.ceil(minutes / 60)
	return minutes < 60
		? [formIn(sentence.minutes, minutes) ?? '', minutes]
		: [formIn(sentence.hours, hours) ?? '', hours]
}

/** Amounts are grouped ('20,000'), numbers of lines are not. A message of a field is a text of its own. */
function shown(params: Params): Params {
	const values = { ...params }
	for (const [name, value] of Object.entries(params)) {
		if (typeof value === 'string' && name === 'message') values[name] = messageInWords(value)
		if (typeof value === 'number' && /^(count|max)$/.test(name)) values[name] = inFigures(value)
	}
	return values
}
