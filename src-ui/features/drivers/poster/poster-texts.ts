import type { Catalogue } from '#contract/text.ts'

/** The words of the poster in each language but English, as scripts/languages/language-files.ts compiles them. */
declare const POSTER_TEXTS: Readonly<Record<string, Catalogue>>

export const posterTexts = POSTER_TEXTS
