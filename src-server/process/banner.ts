import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import ipaddr from 'ipaddr.js'
import { renderUnicodeCompact } from 'uqr'
import { DAY_MS } from '#contract/plain-words.ts'
import { addressOn, isForEverybody, lanAddresses, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import type { OwnTls } from '#server/http/addresses/tls.ts'
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

/** What is read from the machine; tests pass their own. */
type Surroundings = {
	tls: OwnTls | null
	interfaces?: ReturnType<typeof networkInterfaces>
	isRoot?: boolean
	now?: Date
}

/** What is insecure or fragile about this start: a line each, which says how to fix it. */
export function startWarnings(config: Config, around: Surroundings): string[] {
	const { tls, interfaces = networkInterfaces(), isRoot = process.getuid?.() === 0, now = new Date() } = around
	return [
		unencrypted(config, interfaces),
		publicUrlOfAnotherScheme(config),
		certificateAge(config, tls, now),
		noOtherDisk(config),
		isRoot ? 'It runs as root without needing any permission of root. Start it as a user of its own.' : null,
	].filter((warning) => warning !== null)
}

const HOW_TO_FIX_HTTP = 'Set --tls-cert and --tls-key, or put a proxy with https in front and name it in --public-url.'

function unencrypted(config: Config, interfaces: ReturnType<typeof networkInterfaces>): string | null {
	const { publicUrl, tlsCert, trustedProxies } = config
	if (tlsCert !== null || publicUrl?.protocol === 'https:') return null
	if (publicUrl && !isAtHome(publicUrl.hostname))
		return `People come to ${publicUrl.origin} without encryption: others can read their passwords on the way. ${HOW_TO_FIX_HTTP}`
	const exposed = trustedProxies.length === 0 ? publicAddress(config, interfaces) : null
	return (
		exposed &&
		`The whole internet can reach ${exposed}, where it speaks plain http: passwords can be read on the way. ${HOW_TO_FIX_HTTP}`
	)
}

/** An address of this machine that is not only its network's, and that the server listens on. */
function publicAddress(config: Config, interfaces: ReturnType<typeof networkInterfaces>): string | null {
	if (!isForEverybody(config)) return isPublic(config.host) ? config.host : null
	const own = Object.values(interfaces).flatMap((entries = []) => entries)
	// 0.0.0.0 is IPv4 only, :: is both.
	const listening = own.filter(({ family }) => config.host === '::' || family === 'IPv4')
	return listening.find(({ address }) => isPublic(address))?.address ?? null
}

const isPublic = (address: string) => isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast'

/** Names that resolve only in a private network. Tailscale encrypts what goes to its own. */
const HOME_NAME = /^[^.]+$|\.(local|localhost|lan|home|internal|home\.arpa|ts\.net)$/

function isAtHome(hostname: string): boolean {
	const bare = hostname.replace(/^\[|\]$/g, '')
	return isIP(bare) === 0 ? HOME_NAME.test(bare) : !isPublic(bare)
}

function publicUrlOfAnotherScheme({ publicUrl, tlsCert }: Config): string | null {
	if (tlsCert === null || publicUrl?.protocol !== 'http:') return null
	return `The server speaks https, but links will start with ${publicUrl.origin}. Write https in --public-url.`
}

const SOON_DAYS = 14

function certificateAge({ tlsCert }: Config, tls: OwnTls | null, now: Date): string | null {
	if (!tls) return null
	const days = (tls.validTo.getTime() - now.getTime()) / DAY_MS
	if (days > SOON_DAYS) return null
	const day = tls.validTo.toISOString().slice(0, 10)
	const state = days < 0 ? `ran out on ${day}: browsers refuse it` : `runs out on ${day}`
	return `The certificate in ${tlsCert} ${state}. Renew it and start again.`
}

function noOtherDisk({ backupDir, backupKeepDaily }: Config): string | null {
	if (backupKeepDaily === 0) return 'No daily backups are made (backup-keep-daily is 0).'
	if (backupDir !== null && !existsSync(dirname(backupDir)))
		return `No backup can be made in ${backupDir}: the folder around it is not there. Is the disk mounted?`
	if (backupDir !== null) return null
	return 'Backups are on the same disk as the data: if it fails, both are lost. Set --backup-dir to a folder on another disk.'
}

/** In capitals, for operators who copied a test's settings. */
export function warningsOfTests({ rateLimitScale }: Config): string[] {
	if (rateLimitScale === 1) return []
	const state = rateLimitScale === 0 ? 'RATE LIMITS ARE OFF' : `RATE LIMITS ARE MULTIPLIED BY ${rateLimitScale}`
	return [`${state} (rate-limit-scale). This is for tests; passwords can be guessed faster.`]
}
