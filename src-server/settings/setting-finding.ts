import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { EXIT, type ExitCode } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'
import { alertAddressesIn } from './alert-addresses.ts'
import { type SettingSource, secretFileOf } from './setting-sources.ts'

export type Setting<Value> = {
	name: string
	/** The placeholder in the help: `--port <number>`. Null for a switch. */
	takes: string | null
	help: string
	initial: Value
	initialText: string
	/** Parses the text or throws what it expected instead (setting-values.ts). */
	read: (text: string) => Value
	/** Never shown, not even in error messages. */
	isSecret?: true
	needs?: readonly string[]
}

type Row<Value, Initial> = Omit<Setting<Value>, 'initial' | 'initialText'> & { initial: Initial; initialText?: string }

/**
 * A row of the table of settings (config.ts). Its value has the type of `read`'s result, or null if that is the default.
 * `initialText` is needed only if it cannot be derived from the value.
 */
export function setting<Value>(row: Row<Value, NoInfer<Value>>): Setting<Value>
export function setting<Value>(row: Row<Value, null>): Setting<Value | null>
export function setting<Value>(row: Row<Value, Value | null>): Setting<Value | null> {
	return { initialText: initialTextOf(row.initial), ...row }
}

function initialTextOf(initial: unknown): string {
	if (initial === null || (Array.isArray(initial) && initial.length === 0)) return 'none'
	return initial === false ? 'off' : String(initial)
}

export type FoundSetting<Value> = {
	value: Value
	by: string | null
	rank: number
	exitCode: ExitCode
}

/** Reads a setting from the strongest source that has it. Weaker ones are not even parsed. */
export function settingFinder(strongestFirst: readonly SettingSource[]) {
	return <Value>(setting: Setting<Value>): FoundSetting<Value> => {
		for (const [rank, source] of strongestFirst.entries()) {
			const given = givenIn(setting, source)
			if (given) return { value: parse(setting, given, source), by: given.by, rank, exitCode: source.exitCode }
		}
		return { value: setting.initial, by: null, rank: strongestFirst.length, exitCode: EXIT.badSetting }
	}
}

type GivenText = { text: string; by: string }

function givenIn(setting: Setting<unknown>, { texts, nameOf, exitCode }: SettingSource): GivenText | null {
	const text = texts.get(setting.name)
	const file = secretFileOf(setting)
	const path = setting.isSecret ? texts.get(file.name) : undefined
	if (text !== undefined && path !== undefined) throw contradiction(nameOf(setting), nameOf(file), exitCode)
	if (path !== undefined)
		return { text: secretIn(resolve(path), nameOf(file), exitCode), by: `${nameOf(file)} (${path})` }
	return text === undefined ? null : { text, by: nameOf(setting) }
}

const contradiction = (one: string, other: string, exitCode: ExitCode) =>
	new StartRefused(`${one} and ${other} contradict each other. Set one of them.`, exitCode)

/** Strips the line end that editors and `echo` append. Unlike a blank value, an empty file is an error. */
function secretIn(path: string, calledBy: string, exitCode: ExitCode): string {
	const text = textIn(path, calledBy, exitCode).trim()
	if (text !== '') return text
	throw new StartRefused(`${path} is empty (${calledBy}). Put the secret into it, or unset that.`, exitCode)
}

function textIn(path: string, calledBy: string, exitCode: ExitCode): string {
	try {
		return readFileSync(path, 'utf8')
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		throw new StartRefused(`Cannot read ${path} (${calledBy}): ${code}. Name a file that this user may read.`, exitCode)
	}
}

function parse<Value>(setting: Setting<Value>, { text, by }: GivenText, { exitCode }: SettingSource): Value {
	try {
		return setting.read(text)
	} catch (error) {
		const expected = error instanceof Error ? error.message : String(error)
		const shown = setting.isSecret ? '' : `: ${JSON.stringify(text)}`
		throw new StartRefused(`Bad value for ${by}${shown}. Expected ${expected}.`, exitCode)
	}
}

/* Rules across several settings. Each refusal is one line with the operator's own spelling of the names. */

type GivenSetting = { name: string; needs?: readonly string[]; found: Pick<FoundSetting<unknown>, 'by' | 'exitCode'> }

/** Half of a pair has no effect, but its operator would believe that it does. */
export function refuseHalves(settings: readonly GivenSetting[]) {
	const given = new Set(settings.filter(({ found }) => found.by !== null).map(({ name }) => name))
	for (const { needs = [], found } of settings) {
		const missing = found.by === null ? undefined : needs.find((name) => !given.has(name))
		if (missing !== undefined) throw new StartRefused(`${found.by} needs ${missing}. Set that too.`, found.exitCode)
	}
}

/** `lan` and `host` set the same value: the stronger source wins, and one source must not have both. */
export function listeningHost(host: FoundSetting<string>, lan: FoundSetting<boolean>): FoundSetting<string> {
	if (!lan.value || host.rank < lan.rank) return host
	if (host.rank === lan.rank) throw contradiction(`${lan.by}`, `${host.by}`, lan.exitCode)
	return { ...lan, value: '0.0.0.0' }
}

type Replaced = Record<'host' | 'port' | 'tlsCert' | 'tlsKey', FoundSetting<unknown>> & { lan: FoundSetting<boolean> }

/** A socket replaces address and port; only local programs can open it, so there is nothing to encrypt. */
export function refuseBesideSocket(listen: FoundSetting<string | null>, replaced: Replaced) {
	if (listen.value === null) return
	const { lan, host, port, tlsCert, tlsKey } = replaced
	const given = [...(lan.value ? [lan] : []), host, port, tlsCert, tlsKey].find(({ by }) => by !== null)
	if (given) throw contradiction(`${listen.by}`, `${given.by}`, listen.exitCode)
}

/** Without a secret or a mail server, alerts would fail, and the operator would notice that only in an emergency. */
export function refuseAlertsWithout(
	alertUrl: FoundSetting<string | null>,
	{ alertSecret, smtpUrl }: Record<'alertSecret' | 'smtpUrl', FoundSetting<string | null>>,
) {
	const services = alertUrl.value === null ? [] : alertAddressesIn(alertUrl.value).map(({ service }) => service)
	const refuse = (needed: string, why: string) => {
		throw new StartRefused(`${alertUrl.by} needs ${needed} ${why}. Set that too.`, alertUrl.exitCode)
	}
	if (services.includes('webhook') && alertSecret.value === null) refuse('alert-secret', 'to sign webhooks')
	if (services.includes('mail') && smtpUrl.value === null) refuse('smtp-url', 'to send mail')
}

/** Every link starts with the public URL, so its path must be the base path. */
export function refuseTwoPaths(publicUrl: FoundSetting<URL | null>, { value: basePath }: FoundSetting<string>) {
	const path = publicUrl.value?.pathname.replace(/\/$/, '') ?? ''
	if (path === '' || path === basePath) return
	throw new StartRefused(
		`${publicUrl.by} ends in ${path} but base-path is ${basePath || '/'}. Set base-path to ${path} too.`,
		publicUrl.exitCode,
	)
}

/** Without passwords and without a provider, new members could not sign in. */
export function refuseNoLogIn(passwordLogin: FoundSetting<boolean>, oidcIssuer: FoundSetting<unknown>) {
	if (passwordLogin.value || oidcIssuer.value !== null) return
	throw new StartRefused(
		`${passwordLogin.by} turns password log-in off, and needs oidc-issuer. Set that too.`,
		passwordLogin.exitCode,
	)
}

/** The proxy's header identifies the user: trusting it from any address would let anyone impersonate any member. */
export function refuseEverybodyAsProxy(
	header: FoundSetting<string | null>,
	{ value: ranges, by, exitCode }: FoundSetting<string[]>,
) {
	const everybody = header.value === null ? undefined : ranges.find((range) => /\/0+$/.test(range))
	if (everybody === undefined) return
	throw new StartRefused(
		`${header.by} believes what trusted proxies say, and ${by} trusts everybody with ${everybody}. Name the proxy itself.`,
		exitCode,
	)
}
