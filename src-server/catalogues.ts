import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue } from '#contract/text.ts'
import type { Config } from './settings/config.ts'

/** The program contains the folder at its root, which is every module's directory there. */
const EMBEDDED = join(import.meta.dir, 'ui', 'catalogues')
const BUILT = join(import.meta.dir, '..', 'dist', 'ui', 'catalogues')

const read = new Map<string, Catalogue | null>()

/**
 * The translations of a language, written by scripts/languages/language-files.ts; null in English, and if there are none.
 * Each is read when it is first needed.
 */
export function catalogueOf(tag: string): Catalogue | null {
	const known = read.get(tag)
	if (known !== undefined) return known
	const file = [EMBEDDED, BUILT].map((folder) => join(folder, `${tag}.zst`)).find(existsSync)
	const found = file === undefined ? null : parsed(readFileSync(file))
	read.set(tag, found)
	return found
}

const parsed = (bytes: Uint8Array<ArrayBuffer>): Catalogue =>
	JSON.parse(new TextDecoder().decode(Bun.zstdDecompressSync(bytes)))

/** The member's choice, else the language that is read by who made the mail necessary, else the instance's. */
export const catalogueOfMember = (
	{ catalogueOf, config }: { catalogueOf(tag: string): Catalogue | null; config: Pick<Config, 'language'> },
	member: { language: string | null } | undefined,
	reader: string = config.language,
): Catalogue | null => catalogueOf(member?.language ?? reader)
