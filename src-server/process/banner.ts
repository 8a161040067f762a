import { renderUnicodeCompact } from 'uqr'
import { addressOn, isForEverybody, lanAddresses, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { VERSION } from '#server/version.ts'
import { printable } from './log/printable-text.ts'

const WHO_MAY_SIGN_UP: Record<Config['signup'], string> = {
	open: 'open, whoever reaches this address may make an account',
	invite: 'by invitation; a claim link counts as one',
	closed: 'closed; only a claim link makes an account',
}

function backupsOf({ backupDir, backupKeepDaily, backupKeepWeekly }: Config): string {
	const where = backupDir === null ? 'in the data folder' : printable(backupDir)
	return backupKeepDaily === 0
		? `${where}, none by the clock`
		: `${where}, ${backupKeepDaily} daily and ${backupKeepWeekly} weekly`
}

/**
 * What the start prints for the operator. Its first line ends with the address, for programs that wait for it.
 * `notes` are the last lines, for this start only: a one-time link, for example.
 */
export function banner(config: Config, notes: readonly string[] = [], lan = lanAddresses()): string {
	const { host, publicUrl, allowedHosts, dataDir, signup } = config
	const isEverywhere = isForEverybody(config)
	const shared = sharedAddress(config, lan)

	const lines = [`Backseat ${VERSION} is ready at ${addressOn(isEverywhere ? 'localhost' : host, config)}`, '']
	if (isEverywhere) for (const address of lan) lines.push(`  On this network  ${addressOn(address, config)}`)
	if (publicUrl) lines.push(`  For everybody    ${shared}/`)
	if (allowedHosts.length > 0) lines.push(`  Also answers to  ${allowedHosts.join(', ')}`)
	lines.push(`  Data folder      ${printable(dataDir)}`)
	lines.push(`  Sign-up          ${WHO_MAY_SIGN_UP[signup]}`)
	lines.push(`  Backups          ${backupsOf(config)}`)
	if (shared) lines.push('', 'Point a phone here:', renderUnicodeCompact(`${shared}/`, { border: 2 }))
	if (notes.length > 0) lines.push('', ...notes)
	return `${lines.join('\n')}\n`
}
