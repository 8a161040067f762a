import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { EXIT, type ExitCode } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'
import { alertAddressesIn } from './alert-addresses.ts'
import { type SettingSource, secretFileOf } from './setting-sources.ts'

/** One setting. `name` gives its three spellings (setting-sources.ts). */
export type Setting<Value> = {
	name: string
	/** What the value is, in the help: `--port <number>`. Null for a switch. */
	takes: string | null
	help: string
	initial: Value
	/** How the initial value reads in the help. */
	initialText: string
	/** Turns text into the value, or throws what it expected instead (setting-values.ts). */
	read: (text: string) => Value
	/** Never shown, not even in the line that refuses it. May be in its own file, named by `name`-file. */
	isSecret?: true
	/** Names of the settings without which this one means nothing. */
	needs?: readonly string[]
}

type Row<Value, Initial> = Omit<Setting<Value>, 'initial' | 'initialText'> & { initial: Initial; initialText?: string }

/**
 * A row of the table of settings (config.ts). Its value is what `read` makes of a text, or null where it is null at first.
 * `initialText` is needed only where the value does not say it itself.
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

/** A setting's value, and the source's spelling of its name: '--port', 'BACKSEAT_PORT'. */
export type FoundSetting<Value> = {
	value: Value
	/** Null when no source has it and the value is the initial one. */
	by: string | null
	/** Which source it was, the strongest first; the number of sources when none did. */
	rank: number
	/** Of a start that this makes impossible. */
	exitCode: ExitCode
}

/** Takes a setting from the strongest source that has it. Weaker ones are not even read. */
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

/** Without the line end that editors and `echo` put behind it. An empty file is a mistake, unlike a blank value. */
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

/*
 * Rules over several settings. Each refusal is one line that names them as the operator did.
 */

type GivenSetting = { name: string; needs?: readonly string[]; found: Pick<FoundSetting<unknown>, 'by' | 'exitCode'> }

/** Half of a pair does nothing, and its operator would believe that it does. */
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

/** A socket takes the place of address and port, and whoever opens it is on this machine: there is nothing to encrypt. */
export function refuseBesideSocket(listen: FoundSetting<string | null>, replaced: Replaced) {
	if (listen.value === null) return
	const { lan, host, port, tlsCert, tlsKey } = replaced
	const given = [...(lan.value ? [lan] : []), host, port, tlsCert, tlsKey].find(({ by }) => by !== null)
	if (given) throw contradiction(`${listen.by}`, `${given.by}`, listen.exitCode)
}

/** An alert that cannot be signed or mailed would be missed only when something is wrong. */
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

/** A public URL with a path works only if that path reaches us, for every link on the page starts with it. */
export function refuseTwoPaths(publicUrl: FoundSetting<URL | null>, { value: basePath }: FoundSetting<string>) {
	const path = publicUrl.value?.pathname.replace(/\/$/, '') ?? ''
	if (path === '' || path === basePath) return
	throw new StartRefused(
		`${publicUrl.by} ends in ${path} but base-path is ${basePath || '/'}. Set base-path to ${path} too.`,
		publicUrl.exitCode,
	)
}

/** Without passwords and without a provider nobody new could ever get in. */
export function refuseNoLogIn(passwordLogin: FoundSetting<boolean>, oidcIssuer: FoundSetting<unknown>) {
	if (passwordLogin.value || oidcIssuer.value !== null) return
	throw new StartRefused(
		`${passwordLogin.by} turns password log-in off, and needs oidc-issuer. Set that too.`,
		passwordLogin.exitCode,
	)
}

/** A header says who has logged in: believed from everywhere it would let everybody be anyone. */
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
