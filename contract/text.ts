/** A translation: the text, its plural forms, or a pool of phrases. */
export type Translation = string | Forms | Sentence | readonly string[]
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>

/** The sentence of a refusal: one text, or texts to choose from by a value. In texts with forms '#' is the number. */
export type Sentence =
	| string
	/** By the number that is called `count`. */
	| (Forms & { count: string })
	/** By the waiting time in seconds, shown in minutes or hours. */
	| { wait: string; minutes: Forms; hours: Forms }
	/** By a word of the API. */
	| { by: string; of: Readonly<Record<string, string>> }

/** The translations of one language by their English texts (`keyOf`), as scripts/languages compiles them. */
export type Catalogue = {
	/** For `Intl`. */
	locale: string
	isRightToLeft: boolean
	translations: Readonly<Record<string, Translation>>
}

declare global {
	/** Set by the language's file before the app starts; absent in English. */
	var backseatCatalogue: Catalogue | undefined
	/** Loads all texts unless those of the page suffice for this script. */
	var backseatTexts: ((script?: string) => Promise<unknown> | undefined) | undefined
}

let current: Catalogue | null = globalThis.backseatCatalogue ?? null

/**
 * Makes a text in a language on the server, which speaks all of them. Not for async functions: the language ends with the
 * call.
 */
export function inLanguage<Made>(catalogue: Catalogue | null, make: () => Made): Made {
	const before = current
	current = catalogue
	try {
		return make()
	} finally {
		current = before
	}
}

/** Sets the language of a process that speaks one to its end. */
export function speak(catalogue: Catalogue | null) {
	current = catalogue
}

/** The names of the placeholders in a text. */
export type Placeholder<Text extends string> = string extends Text
	? never
	: Text extends `${string}{${infer Name}}${infer Rest}`
		? Name | Placeholder<Rest>
		: never

/** Values by the placeholders of a text, and the context of a text with two meanings. */
type Values<Text extends string> = { [Name in Placeholder<Text>]: string | number } & { context?: string }
type ValuesIfAny<Text extends string> = [Placeholder<Text>] extends [never] ? [{ context?: string }?] : [Values<Text>]
type MarkedValues<Text extends string> = [Placeholder<Text>] extends [never]
	? []
	: [{ [Name in Placeholder<Text>]: string | number }]
/** A variable cannot be extracted into the catalogues. */
type Literal<Text extends string> = string extends Text ? never : Text

/** The key of a text in a catalogue, as gettext makes it. */
export const keyOf = (text: string, context?: string): string => (context ? `${context}\u0004${text}` : text)

/** Translates a text into the page's language: `t("{name}'s Driving Today", { name })`. */
export function t<const Text extends string>(text: Literal<Text>, ...[values]: ValuesIfAny<Text>): string {
	const translation = translated(text, values?.context)
	return fill(typeof translation === 'string' ? translation : text, values)
}

/**
 * Translates a text that counts, in which '#' is the number, '1,240' if it is large: `tn('# ride', '# rides', rides)`. `one` is
 * the English text for 1; other languages have forms of their own.
 */
export function tn<const One extends string, const Other extends string>(
	one: Literal<One>,
	other: Literal<Other>,
	count: number,
	...[values]: ValuesIfAny<One | Other>
): string {
	return fill(formOf(one, other, count, values?.context).replace('#', inFigures(count)), values)
}

/** The direction of the page's language. */
export const isRightToLeft = (): boolean => current?.isRightToLeft ?? false

/** A text that a server's answer has in English, and that the browser says in the page's language. */
export type MarkedText = {
	text: string
	plural?: string | undefined
	count?: number | undefined
	values?: Readonly<Record<string, string | number>> | undefined
}

/** Marks a text for the catalogues without translating it; at import, too. */
export const marked = <const Text extends string>(
	text: Literal<Text>,
	...[values]: MarkedValues<Text>
): MarkedText => ({
	text,
	values,
})

export const markedN = <const One extends string, const Other extends string>(
	text: Literal<One>,
	plural: Literal<Other>,
	count: number,
	...[values]: MarkedValues<One | Other>
): MarkedText => ({ text, plural, count, values })

/** The text itself in the page's language, with its placeholders and tags still in it. */
export function translated(text: string, context?: string): Translation | undefined {
	return current?.translations[keyOf(text, context)]
}

/** A message of contract/field-messages.ts, or a refusal without values, in the page's language. */
export function messageInWords(message: string): string {
	const translation = translated(message)
	return typeof translation === 'string' ? translation : message
}

export function formOf(one: string, other: string, count: number, context?: string): string {
	const forms = translated(one, context) as Forms | undefined
	return (forms && formIn(forms, count)) ?? (count === 1 ? one : other)
}

/** For `Intl`. */
export const localeOfTexts = (ofEnglish = 'en'): string => current?.locale ?? ofEnglish

const rulesOfLocales = new Map<string, Intl.PluralRules>()
export function formIn(forms: Forms, count: number): string | undefined {
	const locale = localeOfTexts()
	const rules = rulesOfLocales.get(locale) ?? new Intl.PluralRules(locale)
	rulesOfLocales.set(locale, rules)
	return forms[rules.select(count)] ?? forms.other
}

/** Pools of phrases: each language has its own instead of translations (languages/phrases). */
export type PoolName =
	| 'pool:new-rating-headlines'
	| 'pool:new-rating-bodies'
	| 'pool:new-rating-buttons'
	| 'pool:jokes-positive'
	| 'pool:jokes-bad-vibe'
	| 'pool:jokes-tense'
	| 'pool:jokes-good-vibe'
	| 'pool:jokes-default'
	| 'pool:unrated-jokes'
	| 'pool:praise'

export type Phrases = Readonly<Record<PoolName, readonly string[]>>

/** A pool in the page's language: as many phrases as in English. */
export function pool(name: PoolName, english: readonly string[]): readonly string[] {
	const phrases = current?.translations[name]
	return Array.isArray(phrases) ? phrases : english
}

/** Replaces the placeholders. */
export function fill(text: string, values: Readonly<Record<string, unknown>> = {}, ofName = isolated): string {
	return text.replace(/\{(\w+)\}/g, (placeholder, name) => {
		const value = values[name]
		return typeof value === 'number' ? figure(value) : typeof value === 'string' ? ofName(value) : placeholder
	})
}

/** A count: '1,240', or '1.240' in German. */
export const inFigures = (count: number) =>
	count < 1000 ? figure(count) : count.toLocaleString(current?.locale ?? 'en')

/** A number within a sentence: '4,5' in German. With `digits` as many decimals: '4.0'. */
export function figure(number: number, digits?: number): string {
	if (current && (digits || !Number.isInteger(number)))
		return number.toLocaleString(current.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
	return digits === undefined ? `${number}` : number.toFixed(digits)
}

/** 'Smooth, Safe', or with the comma of Arabic. */
export const listed = (parts: readonly string[]): string => parts.join(current?.locale.startsWith('ar') ? '، ' : ', ')

export type BoldText = { before: string; bold: string; after: string }

/** The parts of a text with one `<b>`, for screens that the server writes first and the browser repeats. */
export function aroundBold(text: string): BoldText {
	const [before = '', bold = '', ...after] = text.split(/<\/?b>/)
	return { before, bold, after: after.join('') }
}

/** Scripts written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

/**
 * Keeps the direction of a name from changing the order of the words around it (FSI and PDI of Unicode). A list of isolated
 * names stays as it is.
 */
export const isolated = (name: string): string =>
	!name.includes('\u2068') && (current?.isRightToLeft || RIGHT_TO_LEFT.test(name)) ? `\u2068${name}\u2069` : name
