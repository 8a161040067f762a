import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'

/** scripts/build.ts makes it of what it bundles; in the binary it is beside every module. */
const EMBEDDED = join(import.meta.dir, 'licenses.txt.zst')
const OURS = join(import.meta.dir, '..', '..', '..', 'LICENSE')

const NOT_BUILT = `
This is Backseat run from its sources, with nobody else's work in it. What is in the program says the program:
bun run build && dist/backseat licenses
`

/** `backseat licenses`: our licence, and those of everything in the program. */
export function addLicensesCommand(program: Command, { printPieces }: CommandContext): void {
	program
		.command('licenses')
		.description('print the licence of Backseat and of everything that is in this program')
		.action(() => printPieces([allLicenses()]))
}

const allLicenses = () =>
	existsSync(EMBEDDED)
		? Bun.zstdDecompressSync(readFileSync(EMBEDDED)).toString()
		: readFileSync(OURS, 'utf8') + NOT_BUILT
