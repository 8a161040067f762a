import { categoriesOf, entriesOf, readCatalogue } from '../../scripts/languages/catalogues.ts'

/** A value in a text: `{name}`, the number `#`, or a tag around words. */
const VALUE = /\{(\w+)\}|#|<\/?\w+>/g

type Translation = { english: RegExp; forms: string[]; counts: boolean }
let translations: Translation[] | null = null
let formOf = (_count: number): number => 0

/** Sets the language whose texts `said` returns. */
export function speak(tag: string): void {
	if (tag === 'en') return
	const rules = new Intl.PluralRules(tag)
	formOf = (count) => categoriesOf(tag).indexOf(rules.select(count))
	translations = [...entriesOf(readCatalogue(tag)).values()].flatMap(({ msgid, msgid_plural, msgstr }) =>
		[msgid, msgid_plural ?? msgid].map((english) => ({
			english: new RegExp(`^${asPattern(english)}$`),
			forms: msgstr,
			counts: msgid_plural !== undefined,
		})),
	)
}

/** How the page's language says an English text. A pattern is the beginning or a part of a text. */
export function said(text: string | RegExp): string | RegExp {
	if (translations === null) return text
	if (text instanceof RegExp) return saidPart(text.source.replace(/^\^/, ''))
	const found = translations.flatMap(({ english, forms, counts }) => {
		const values = english.exec(text)
		if (!values) return []
		const [form = ''] = counts ? forms.slice(formOf(Number(values.groups?.number ?? 1))) : forms
		return [`^${asPattern(form, values.groups)}$`]
	})
	return found.length > 0 ? new RegExp(found.join('|')) : text
}

/** How the page's language says the texts that have this part. */
export function saidPart(part: string): string | RegExp {
	if (translations === null) return part
	const found = translations
		.filter(({ english }) => english.source.includes(escaped(part)))
		.flatMap(({ forms }) => forms.map((form) => asPattern(form)))
	return found.length > 0 ? new RegExp(found.join('|')) : said(part)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A regular expression of the text. It contains the given values, or a named group for each value. */
function asPattern(text: string, values?: Record<string, string>): string {
	const parts: string[] = []
	const named = new Set<string>()
	let from = 0
	for (const { 0: value, 1: name = value === '#' ? 'number' : '', index } of text.matchAll(VALUE)) {
		parts.push(escaped(text.slice(from, index)))
		from = index + value.length
		if (value.startsWith('<')) continue
		const known = values?.[name]
		if (known !== undefined) parts.push(`[\\u2066-\\u2069]?${escaped(known)}[\\u2066-\\u2069]?`)
		else if (values || named.has(name)) parts.push('.+')
		else parts.push(name === 'number' ? '(?<number>[\\d,.]+)' : `(?<${name}>.+)`)
		named.add(name)
	}
	return [...parts, escaped(text.slice(from))].join('')
}
