import type { Catalogue } from '#contract/text.ts'

/** The poster's texts in every language but English. The build defines it (scripts/languages/language-files.ts). */
declare const POSTER_TEXTS: Readonly<Record<string, Catalogue>>

export const posterTexts = POSTER_TEXTS
