import type { Command } from 'commander'
import { EXIT, type ExitCode } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings } from '#server/commands/terminal/command-context.ts'
import { isThisMachine } from '#server/http/addresses/host-names.ts'
import { type WayFromHere, wayFromHere } from '#server/http/addresses/own-addresses.ts'
import { healthProblem } from '#server/outbound/web-answer.ts'
import type { Config } from '#server/settings/config.ts'
import { webAddress } from '#server/settings/setting-values.ts'
import { StartRefused } from '#server/start-refused.ts'

const HELP = `
Ends with 0 when it answers, else with 1 and one line that says why. It waits 3 seconds at most.
It reads the address of a running server from the data folder, or else from the settings; a flag overrides both.
For an image: HEALTHCHECK CMD ["backseat", "healthcheck"]`

const OWN_ADDRESS = ['dataDir', 'host', 'lan', 'port', 'listen', 'publicUrl', 'basePath', 'tlsCert', 'tlsKey'] as const

/**
 * Checks only that the server responds. /api/ready also checks that it can write, but a restart would free no space on
 * a full disk.
 */
export function addHealthcheckCommands(
	program: Command,
	{ configWithAddressOf, settingsOf, endWith, print, warn }: CommandContext,
): void {
	const healthcheck = program
		.command('healthcheck')
		.description('check that the running server answers, for Docker and the like')
		.option('--url <url>', 'ask at this address, not at that of the server')
		.addHelpText('after', HELP)
	addSettings(healthcheck, OWN_ADDRESS).action(async () => {
		const { url } = healthcheck.opts<{ url?: string }>()
		const target =
			url === undefined
				? ownHealth(configWithAddressOf(healthcheck), settingsOf(healthcheck).port.exitCode)
				: healthAt(url)
		const problem = await healthProblem(target.url, target)
		if (problem === null) return print(`Healthy: ${target.shown}`)
		warn(`No healthy Backseat at ${target.shown}: ${problem}.`)
		endWith(1)
	})
}

type Target = WayFromHere & { isOwn: boolean }

function ownHealth(config: Config, exitCode: ExitCode): Target {
	if (config.port === 0 && config.listen === null)
		throw new StartRefused('With port 0 only the server knows where it listens. Give --url.', exitCode)
	return { ...wayFromHere(config, 'api/health'), isOwn: true }
}

function healthAt(text: string): Target {
	try {
		const url = new URL('api/health', webAddress(text).href.replace(/\/?$/, '/'))
		return { url, socket: null, shown: url.href, isOwn: isThisMachine(url.hostname) }
	} catch (error) {
		const expected = error instanceof Error ? error.message : String(error)
		throw new StartRefused(`Bad value for --url: ${JSON.stringify(text)}. Expected ${expected}.`, EXIT.badFlag)
	}
}
