import { StartRefused } from '#server/process/start-refused.ts'
import { contradiction, type FoundSetting } from './setting-finding.ts'

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

/** A public URL with a path works only if that path reaches us, for every link on the page starts with it. */
export function refuseTwoPaths(publicUrl: FoundSetting<URL | null>, { value: basePath }: FoundSetting<string>) {
	const path = publicUrl.value?.pathname.replace(/\/$/, '') ?? ''
	if (path === '' || path === basePath) return
	throw new StartRefused(
		`${publicUrl.by} ends in ${path} but base-path is ${basePath || '/'}. Set base-path to ${path} too.`,
		publicUrl.exitCode,
	)
}
