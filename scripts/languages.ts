import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { LANGUAGES } from '#contract/languages.ts'
import { asFile, catalogueFile, type Gap, gapsIn, merged, newCatalogue, readCatalogue } from './languages/catalogues.ts'
import { type Text, textsInSources } from './languages/texts.ts'

// bun run languages            brings languages/*.po up to the texts of the sources, and prints what each language lacks
// bun run languages --check    changes nothing; fails if a catalogue is not up to date, or an offered language incomplete
// bun run languages --gaps de  lists what German lacks
// bun run languages --new eo   makes an empty catalogue

const isCheck = process.argv.includes('--check')
const listed = process.argv[process.argv.indexOf('--gaps') + 1]

const { texts } = textsInSources()
const words = (all: Iterable<Text>) =>
	[...all].reduce((sum, { text, plural = '' }) => sum + `${text} ${plural}`.trim().split(/\s+/).length, 0)
console.log(`${texts.size} texts, ${words(texts.values())} words`)

const made = process.argv.includes('--new') ? process.argv.at(-1) : undefined
if (made !== undefined) {
	if (!LANGUAGES.some(({ tag }) => tag === made)) throw new Error(`contract/languages.ts has no row for '${made}' yet`)
	if (existsSync(catalogueFile(made))) throw new Error(`${catalogueFile(made)} is there already`)
	writeFileSync(catalogueFile(made), asFile(merged(newCatalogue(made), texts, made)))
}

const SHOWN = 20
const faults: string[] = []
for (const { tag, isReady } of LANGUAGES) {
	const file = catalogueFile(tag)
	if (!existsSync(file)) {
		if (isReady && tag !== 'en') faults.push(`${tag}: there is no catalogue`)
		continue
	}
	const before = readFileSync(file, 'utf8')
	const catalogue = merged(readCatalogue(tag), texts, tag)
	const after = asFile(catalogue)
	if (after !== before) {
		if (isCheck) faults.push(`${tag}: not up to date; bun run languages brings it there`)
		else writeFileSync(file, after)
	}
	const gaps = gapsIn(catalogue, texts, tag)
	console.log(`${tag}: ${gaps.length === 0 ? 'complete' : summaryOf(gaps)}`)
	if (process.argv.includes('--gaps') && listed === tag)
		for (const { key, why } of gaps) console.log(`  '${key}' ${why}`)
	const bad = isReady ? gaps : gaps.filter(({ why }) => !why.startsWith('is missing') && !why.startsWith('is fuzzy'))
	for (const { key, why } of bad) faults.push(`${tag}: '${key}' ${why}`)
}
for (const fault of faults.slice(0, SHOWN)) console.error(fault.replace('\u0004', ': '))
if (faults.length > SHOWN) console.error(`and ${faults.length - SHOWN} more; --gaps lists those of a language`)
if (faults.length > 0) process.exit(1)

function summaryOf(gaps: readonly Gap[]): string {
	const counts = new Map<string, number>()
	for (const { why } of gaps) {
		const [kind = ''] = why.split(':')
		counts.set(kind, (counts.get(kind) ?? 0) + 1)
	}
	return [...counts].map(([why, count]) => `${count} ${why.replace(/^is /, '')}`).join(', ')
}
