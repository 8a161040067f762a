import type { Command } from 'commander'
import { EXIT } from '#contract/start-problems.ts'
import { addSettings, type CommandContext, DATA_AND_ADDRESS } from '#server/commands/terminal/command-context.ts'
import { alertSender, RING_TEST } from '#server/operations/alerts/alert-sender.ts'
import { StartRefused } from '#server/start-refused.ts'

const HELP = `
Ends with 0 when every address of alert-url took it, else with 1. It works whether the server runs or not; one that runs
has the settings of its start. A service that took it may still not have passed it on: look at your phone.
  sudo -u backseat backseat alert test --data-dir /var/lib/backseat`

export function addAlertCommands(program: Command, { configWithAddressOf, print, endWith }: CommandContext): void {
	const alert = program.command('alert').description('what you are told of troubles (alert-url)')
	const test = alert.command('test').description('send a test to every address').addHelpText('after', HELP)
	addSettings(test, [...DATA_AND_ADDRESS, 'alertUrl', 'alertSecret', 'smtpUrl', 'smtpFrom'])
	test.action(async () => {
		const config = configWithAddressOf(test)
		if (config.alertUrl === null)
			throw new StartRefused('There is no alert-url, so no alerts are sent. Set it, and try again.', EXIT.badSetting)
		const sender = alertSender(config, { warn: () => {}, failure: () => {} })
		const deliveries = await sender.send(RING_TEST)
		await sender.stop()
		for (const { to, problem } of deliveries) print(`${to}: ${problem ?? 'fine'}`)
		if (deliveries.some(({ problem }) => problem !== null)) endWith(1)
	})
}
