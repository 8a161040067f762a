import { StartRefused } from '#server/start-refused.ts'
import { type Config, configFrom, type FoundSettings, findSettings, settingNames, settings } from './config.ts'
import { type Environment, envSource, type Flags, flagSource, variableOf } from './setting-sources.ts'
import { allSettings, spellingsOf } from './setting-spellings.ts'

/*
 * The settings of `serve --demo`. The flag has no variable and no line in backseat.toml, so that nothing left in an
 * environment or a folder can turn a real instance into one that forgets.
 */

/** How it is reached, read and logged. An allow-list, so that a demo refuses settings added later. */
const ALLOWED = [
	'port',
	'host',
	'lan',
	'public-url',
	'allowed-hosts',
	'base-path',
	'trusted-proxies',
	'signup',
	'tls-cert',
	'tls-key',
	'time-zone',
	'language',
	'log-level',
	'log-format',
	'log-requests',
	'api-docs',
]
const SENDS = /^(smtp|alert|push|posthog|oidc)-/
const KEEPS = /^(data-dir|listen|checkpoint|backup-.*)$/

function whyNot(name: string): string {
	if (SENDS.test(name)) return 'a demo sends nothing and asks no other server'
	if (KEEPS.test(name)) return 'a demo keeps nothing and touches no disk'
	return name === 'rate-limit-scale' ? 'a demo keeps all limits' : 'a demo has no use for it'
}

export function loadDemoSettings(flags: Flags, env: Environment): FoundSettings {
	// The container image sets this variable for servers that keep data.
	const { [variableOf(settings.dataDir)]: _ofTheImage, ...others } = env
	for (const { texts, nameOf, exitCode } of [flagSource(flags), envSource(others, settingNames)])
		for (const setting of allSettings.filter(({ name }) => !ALLOWED.includes(name))) {
			const given = spellingsOf(setting).find(({ name }) => texts.has(name))
			if (given)
				throw new StartRefused(
					`${nameOf(given)} does not go with --demo: ${whyNot(setting.name)}. Leave one of them out.`,
					exitCode,
				)
		}
	return findSettings({ flags, env: others, file: null })
}

/** Below a path that cannot be a folder, so that code which forgets that it is in a demo fails instead of writing. */
const NO_FOLDER = '/dev/null/demo'

export const loadDemoConfig = (flags: Flags, env: Environment): Config => ({
	...configFrom(loadDemoSettings(flags, env)),
	dataDir: NO_FOLDER,
	isDemo: true,
})
