import { renderUnicodeCompact } from 'uqr'
import type { Config } from '#server/config.ts'
import { addressFromHere, sharedAddress } from '#server/platform/own-addresses.ts'
import { say } from './command-line.ts'

/** An address of this instance that somebody is to open, as far as the settings know where others find it. */
export function linkTo(config: Config, path: string): string {
	return `${sharedAddress(config) ?? addressFromHere(config).replace(/\/$/, '')}${path}`
}

/** Shows it as text and as a code to point a phone at, or says that nobody else could open it. */
export function showLink(config: Config, link: string) {
	say(`\n  ${link}\n`)
	if (sharedAddress(config) !== null) say(renderUnicodeCompact(link, { border: 2 }))
	else say('Only this computer can open that address. Set public-url (or lan) to the one people use.')
}
