import { renderUnicodeCompact } from 'uqr'
import { addressFromHere, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import type { Config } from '#server/settings/config.ts'
import type { CommandContext } from './command-context.ts'

/** An address of this instance that somebody is to open, and whether anybody but this computer can. */
export type Link = { href: string; isForOthers: boolean }

export function linkTo(config: Config, path: string): Link {
	const shared = sharedAddress(config)
	return { href: `${shared ?? addressFromHere(config).replace(/\/$/, '')}${path}`, isForOthers: shared !== null }
}

/** Shows it as text and as a code to point a phone at, or says that nobody else could open it. */
export function showLink({ print, printLines }: CommandContext, { href, isForOthers }: Link) {
	printLines(['', `  ${href}`, ''])
	if (isForOthers) printLines(renderUnicodeCompact(href, { border: 2 }).split('\n'))
	else print('Only this computer can open that address. Set public-url (or lan) to the one people use.')
}
