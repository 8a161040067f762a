import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGLISH, type Language, languageOf, offeredLanguages } from '#contract/languages.ts'
import type { Catalogue } from '#contract/text.ts'

/** The language chosen in the app, or the first of the system's that Backseat speaks. */
export const languageOfApp = (
	chosen: string | null,
	ofSystem: readonly string[],
	offered: readonly Language[] = offeredLanguages,
): Language => languageOf({ setting: chosen, acceptLanguage: ofSystem.join(), instance: ENGLISH }, offered)

/** Null in English, which is in the sources. `folder` has a file of each other language (scripts/desktop/app.ts). */
export function readCatalogue(folder: string, { tag }: Language): Catalogue | null {
	return tag === ENGLISH.tag ? null : JSON.parse(readFileSync(join(folder, `${tag}.json`), 'utf8'))
}
