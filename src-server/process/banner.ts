import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import ipaddr from 'ipaddr.js'
import { DAY_MS } from '#contract/plain-words.ts'
import {
	addressForPeopleHere,
	addressOn,
	isForEverybody,
	lanAddresses,
	otherLoopback,
	sharedAddress,
} from '#server/http/addresses/own-addresses.ts'
import type { OwnTls } from '#server/http/addresses/tls.ts'
import { isIP } from '#server/ip-address.ts'
import { printable } from '#server/log/printable-text.ts'
import type { Config } from '#server/settings/config.ts'
import { mailServerMistake } from '#server/settings/mail-server.ts'
import { serverTimeZone, type TimeZoneInUse, zoneExpectedFor } from '#server/settings/time-zone.ts'
import { VERSION } from '#server/version.ts'
import { terminalQrCode } from './terminal-qr-code.ts'

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

const DEMO =
	'  Demo             an example family in memory, forgotten at each full hour; writes to no disk, sends nothing'

type Printed = {
	notes?: readonly string[]
	setup?: Setup | null
	lan?: string[]
}

export type Setup = { link: string; minutes: number }

/** The operator's output at start. Its first line ends with the address, because programs wait for it. */
export function banner(config: Config, printed: Printed = {}): string {
	const { notes = [], setup = null, lan = lanAddresses() } = printed
	const { publicUrl, allowedHosts, dataDir, signup, isDemo } = config
	const isEverywhere = isForEverybody(config)
	const shared = sharedAddress(config, lan)

	const address = config.listen ?? addressForPeopleHere(config)
	const lines = [`Backseat ${VERSION} is ready at ${printable(address)}`, '']
	if (config.isLocalhostShared) lines.push(`  Not localhost    ${whyNotLocalhost(config)}`)
	if (isEverywhere) for (const address of lan) lines.push(`  On this network  ${addressOn(address, config)}`)
	if (publicUrl) lines.push(`  For everybody    ${shared}/`)
	if (allowedHosts.length > 0) lines.push(`  Also answers to  ${allowedHosts.join(', ')}`)
	lines.push(isDemo ? DEMO : `  Data folder      ${printable(dataDir)}`)
	lines.push(`  Sign-up          ${WHO_MAY_SIGN_UP[signup]}`)
	if (!isDemo) lines.push(`  Backups          ${backupsOf(config)}`)
	if (setup) lines.push('', ...wayToTheFirstHost(setup, isEverywhere))
	else if (shared) lines.push('', 'Point a phone here:', terminalQrCode(`${shared}/`))
	if (notes.length > 0) lines.push('', ...notes)
	return `${lines.join('\n')}\n`
}

function whyNotLocalhost(config: Config): string {
	const { host } = new URL(addressOn(otherLoopback(config.host) ?? config.host, config))
	return `another program may answer there, as ${host} is taken; passkeys are off, for they need a name`
}

/** Prints only the setup code: with a second code, a friend could sign up while the instance has no host yet. */
function wayToTheFirstHost({ link, minutes }: Setup, isEverywhere: boolean): string[] {
	const isOnlyHere = isLoopback(new URL(link).hostname)
	const hint = isEverywhere ? ', as it is on no network' : '. After a start with --lan your phone can, too'
	return [
		`Nobody is host yet. ${isOnlyHere ? 'Open this link first' : 'Point your own phone here first'}:`,
		terminalQrCode(link),
		link,
		`It makes one account, within ${minutes} minutes. That account looks after this Backseat.`,
		...(isOnlyHere ? [`Only this computer can open it${hint}.`] : []),
	]
}

const isLoopback = (hostname: string) => /^(127\..*|\[::1\]|(.*\.)?localhost)$/.test(hostname)

type Surroundings = {
	tls: OwnTls | null
	interfaces?: ReturnType<typeof networkInterfaces>
	isRoot?: boolean
	now?: Date
	zone?: TimeZoneInUse
}

export function startWarnings(config: Config, around: Surroundings): string[] {
	const { tls, interfaces = networkInterfaces(), isRoot = process.getuid?.() === 0, now = new Date() } = around
	return [
		unencrypted(config, interfaces),
		publicUrlOfAnotherScheme(config),
		unencryptedProvider(config),
		certificateAge(config, tls, now),
		wrongMailServer(config),
		noOtherDisk(config),
		unknownTimeZone(config, around.zone),
		isRoot ? 'It runs as root without needing any permission of root. Start it as a user of its own.' : null,
	].filter((warning) => warning !== null)
}

function unknownTimeZone({ timeZone }: Config, inUse?: TimeZoneInUse): string | null {
	// Only the variable can be misunderstood; looking further loads ICU, 2 MB.
	if (timeZone !== null || !(inUse || process.env.TZ?.trim())) return null
	const { zone, misunderstood } = inUse ?? serverTimeZone()
	if (misunderstood === undefined) return null
	return `The variable TZ is ${JSON.stringify(misunderstood)}, which names no time zone: the evening post comes at 18:30 ${zone}. Set TZ or --time-zone to ${zoneExpectedFor(misunderstood)}.`
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

function publicAddress(config: Config, interfaces: ReturnType<typeof networkInterfaces>): string | null {
	if (!isForEverybody(config)) return isPublic(config.host) ? config.host : null
	const own = Object.values(interfaces).flatMap((entries = []) => entries)
	// 0.0.0.0 is IPv4 only, :: covers both.
	const listening = own.filter(({ family }) => config.host === '::' || family === 'IPv4')
	return listening.find(({ address }) => isPublic(address))?.address ?? null
}

const isPublic = (address: string) => isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast'

/** Names that resolve only in a private network, and Tailscale's, which encrypts its own traffic. */
const HOME_NAME = /^[^.]+$|\.(local|localhost|lan|home|internal|home\.arpa|ts\.net)$/

function isAtHome(hostname: string): boolean {
	const bare = hostname.replace(/^\[|\]$/g, '')
	return isIP(bare) === 0 ? HOME_NAME.test(bare) : !isPublic(bare)
}

function publicUrlOfAnotherScheme({ publicUrl, tlsCert }: Config): string | null {
	if (tlsCert === null || publicUrl?.protocol !== 'http:') return null
	return `The server speaks https, but links will start with ${publicUrl.origin}. Write https in --public-url.`
}

function unencryptedProvider({ oidcIssuer }: Config): string | null {
	if (oidcIssuer?.protocol !== 'http:') return null
	return `The provider at ${oidcIssuer.origin} speaks plain http: others in that network can read what it says, and codes with which people log in. Give it a certificate.`
}

function wrongMailServer({ smtpUrl }: Config): string | null {
	const mistake = smtpUrl === null ? null : mailServerMistake(smtpUrl)
	return mistake && `${mistake.says} ${mistake.todo}`
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

function noOtherDisk({ backupDir, backupKeepDaily, isDemo }: Config): string | null {
	if (isDemo) return null
	if (backupKeepDaily === 0) return 'No daily backups are made (backup-keep-daily is 0).'
	if (backupDir !== null && !existsSync(dirname(backupDir)))
		return `No backup can be made in ${backupDir}: the folder around it is not there. Is the disk mounted?`
	if (backupDir !== null) return null
	return 'Backups are on the same disk as the data: if it fails, both are lost. Set --backup-dir to a folder on another disk.'
}

/** Printed in capitals, because operators may have copied a test's settings. */
export function warningsOfTests({ rateLimitScale }: Config): string[] {
	if (rateLimitScale === 1) return []
	const state = rateLimitScale === 0 ? 'RATE LIMITS ARE OFF' : `RATE LIMITS ARE MULTIPLIED BY ${rateLimitScale}`
	return [`${state} (rate-limit-scale). This is for tests; passwords can be guessed faster.`]
}
