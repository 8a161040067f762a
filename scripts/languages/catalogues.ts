import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { type GetTextTranslation, type GetTextTranslations, po } from 'gettext-parser'
import type { Forms, Translation } from '#contract/text.ts'
import { keyOf } from '#contract/text.ts'
import { projectFolder } from '../run.ts'
import type { Text, Texts } from './texts.ts'

export const catalogueFile = (language: string) => join(projectFolder, 'languages', `${language}.po`)

export const readCatalogue = (language: string): GetTextTranslations => {
	const file = catalogueFile(language)
	if (!existsSync(file)) throw new Error(`There is no ${file}`)
	return po.parse(readFileSync(file))
}

/** Without foldLength a changed word would rewrap its neighbours in every diff. */
export const asFile = (catalogue: GetTextTranslations): string => `${po.compile(catalogue, { foldLength: 0 })}\n`

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
/** The plural forms of a language, in the order of its catalogue. */
export function categoriesOf(language: string): Intl.LDMLPluralRule[] {
	const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
	return CATEGORIES.filter((category) => pluralCategories.includes(category))
}

/** For translation tools, by the categories: which form an integer n takes, in the order of `categoriesOf`. */
const PLURALS: Readonly<Record<string, string>> = {
	'one other': '(n != 1)',
	'one few many other': '(n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2)',
	'zero one two few many other':
		'(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5)',
}

/** A catalogue without translations. */
export function newCatalogue(language: string): GetTextTranslations {
	const categories = categoriesOf(language)
	const plural = PLURALS[categories.join(' ')] ?? '0'
	return po.parse(
		[
			'msgid ""',
			'msgstr ""',
			`"Language: ${language}\\n"`,
			'"MIME-Version: 1.0\\n"',
			'"Content-Type: text/plain; charset=UTF-8\\n"',
			'"Content-Transfer-Encoding: 8bit\\n"',
			`"Plural-Forms: nplurals=${categories.length}; plural=${plural};\\n"`,
			'',
		].join('\n'),
	)
}

export function entriesOf({ translations }: GetTextTranslations): Map<string, GetTextTranslation> {
	const entries = Object.values(translations).flatMap((ofContext) => Object.values(ofContext))
	return new Map(entries.filter(({ msgid }) => msgid !== '').map((entry) => [keyOf(entry.msgid, entry.msgctxt), entry]))
}

export const isFuzzy = ({ comments }: GetTextTranslation): boolean => /\bfuzzy\b/.test(comments?.flag ?? '')
export const isComplete = (entry: GetTextTranslation): boolean =>
	!isFuzzy(entry) && entry.msgstr.length > 0 && entry.msgstr.every((form) => form !== '')

/** Brings a catalogue up to the texts of the sources; a changed text keeps its translation, marked as fuzzy. */
export function merged(catalogue: GetTextTranslations, texts: Texts['texts'], language: string): GetTextTranslations {
	const known = entriesOf(catalogue)
	const removed = [...known].filter(([key]) => !texts.has(key)).map(([, entry]) => entry)
	const translations: GetTextTranslations['translations'] = {}
	const header = catalogue.translations['']?.['']
	if (header) translations[''] = { '': header }
	for (const [key, text] of texts) {
		const entry = mergedEntry(text, known.get(key), removed, categoriesOf(language).length)
		const ofContext = translations[text.context ?? ''] ?? {}
		ofContext[text.text] = entry
		translations[text.context ?? ''] = ofContext
	}
	return { ...catalogue, translations }
}

function mergedEntry(text: Text, known: GetTextTranslation | undefined, removed: GetTextTranslation[], forms: number) {
	const count = text.plural === undefined ? 1 : forms
	const source = known ?? similarTo(text, removed)
	const fits = source !== undefined && (source.msgid_plural === undefined) === (text.plural === undefined)
	const isChanged = fits && (source.msgid !== text.text || source.msgid_plural !== text.plural)
	const entry: GetTextTranslation = {
		msgid: text.text,
		msgstr: fits ? source.msgstr : Array.from({ length: count }, () => ''),
		comments: {
			translator: fits && !isChanged ? source.comments?.translator : undefined,
			extracted: text.notes.join('\n') || undefined,
			reference: text.files.join('\n'),
			flag: fits && (isChanged || isFuzzy(source)) ? 'fuzzy' : undefined,
		},
	}
	if (text.plural !== undefined) entry.msgid_plural = text.plural
	if (text.context !== undefined) entry.msgctxt = text.context
	return entry
}

/** Returns the removed text that differs least, by less than a third. */
function similarTo({ text }: Text, removed: readonly GetTextTranslation[]): GetTextTranslation | undefined {
	let nearest: GetTextTranslation | undefined
	let least = text.length / 3
	for (const entry of removed) {
		if (Math.abs(entry.msgid.length - text.length) >= least || !isComplete(entry)) continue
		const differences = distance(entry.msgid, text)
		if (differences < least) [nearest, least] = [entry, differences]
	}
	return nearest
}

export type Gap = { key: string; why: string }

/** Lists the reasons that keep a catalogue from being shown. */
export function gapsIn(catalogue: GetTextTranslations, texts: Texts['texts'], language: string): Gap[] {
	const entries = entriesOf(catalogue)
	const gaps: Gap[] = []
	for (const key of texts.keys()) {
		const entry = entries.get(key)
		if (!entry || entry.msgstr.every((form) => form === '')) gaps.push({ key, why: 'is missing' })
		else if (isFuzzy(entry)) gaps.push({ key, why: 'is fuzzy' })
	}
	for (const [key, entry] of entries) {
		if (!texts.has(key)) gaps.push({ key, why: 'is unused' })
		for (const why of faultsOf(entry, language)) gaps.push({ key, why })
	}
	return gaps
}

/** '|' is a line break in pictures. */
const PLACEHOLDERS = /\{\w+\}|<\/?\w+>|\|/g
const placeholdersIn = (text: string) => [...new Set(text.match(PLACEHOLDERS) ?? [])].sort().join(' ')
const SAMPLES = [0, 1, 1.5, 2, ...Array.from({ length: 200 }, (_, nth) => nth + 3)]
const singlesOf = new Map<string, Set<string>>()
/** Forms that stand for one number only, which may be a word there. */
function isSingle(language: string, category: Intl.LDMLPluralRule | undefined): boolean {
	let singles = singlesOf.get(language)
	if (!singles) {
		const chosen = SAMPLES.map((number) => new Intl.PluralRules(language).select(number))
		singles = new Set(chosen.filter((one) => chosen.indexOf(one) === chosen.lastIndexOf(one)))
		singlesOf.set(language, singles)
	}
	return category !== undefined && singles.has(category)
}
const SAME = 'Same as in English.'
const LIMIT = /at most (\d+) characters/i

const lacksOneOf = (wanted: string, placeholders: string): boolean =>
	wanted.split(' ').some((one, nth, all) => one.startsWith('{') && all.toSpliced(nth, 1).join(' ') === placeholders)

/** Faults of a translation that a program can see. */
export function faultsOf(entry: GetTextTranslation, language: string): string[] {
	const { msgid, msgid_plural: plural, msgstr, comments } = entry
	if (msgstr.every((form) => form === '') || isFuzzy(entry)) return []
	const faults: string[] = []
	const categories = categoriesOf(language)
	const forms = plural === undefined ? 1 : categories.length
	if (msgstr.length !== forms || msgstr.includes('')) faults.push(`needs ${forms} forms`)
	const wanted = placeholdersIn(plural ?? msgid)
	const limit = Number(LIMIT.exec(comments?.extracted ?? '')?.[1] ?? Number.POSITIVE_INFINITY)
	for (const [nth, form] of msgstr.entries()) {
		const placeholders = placeholdersIn(form)
		const mayLackNumber = plural !== undefined && isSingle(language, categories[nth])
		const isSame = placeholders === wanted || (mayLackNumber && lacksOneOf(wanted, placeholders))
		if (!isSame) faults.push(`has other placeholders than English: ${form}`)
		if (plural?.includes('#') && !form.includes('#') && !mayLackNumber) faults.push(`needs '#': ${form}`)
		if ([...form].length > limit) faults.push(`is longer than ${limit} characters: ${form}`)
		if (form !== form.trim() && msgid === msgid.trim()) faults.push(`begins or ends with a space: ${form}`)
		if (form === msgid && /\p{Ll}{2}/u.test(form.replaceAll(PLACEHOLDERS, '')) && !comments?.translator?.includes(SAME))
			faults.push(`is English; if it is the same, the translator's comment says '${SAME}'`)
	}
	return faults
}

/** Translations as the product reads them; fuzzy and missing ones stay English. */
export function translationsIn(catalogue: GetTextTranslations, language: string): Record<string, Translation> {
	const categories = categoriesOf(language)
	const translations: Record<string, Translation> = {}
	for (const [key, entry] of entriesOf(catalogue)) {
		if (!isComplete(entry)) continue
		const forms: Forms = Object.fromEntries(entry.msgstr.map((form, nth) => [categories[nth], form]))
		translations[key] = entry.msgid_plural === undefined ? (entry.msgstr[0] ?? '') : forms
	}
	return translations
}
