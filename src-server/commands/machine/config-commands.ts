import type { Command } from 'commander'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings } from '#server/commands/terminal/command-context.ts'
import { refuseClosedFolder } from '#server/commands/terminal/open-data.ts'
import { redirectUri } from '#server/http/addresses/provider.ts'
import { type FoundSettings, settingKeys, settings } from '#server/settings/config.ts'
import type { FoundSetting } from '#server/settings/setting-finding.ts'
import { serverTimeZone } from '#server/settings/time-zone.ts'

const NOT_SHOWN = 'set, not shown'

/** Must not print secrets or parts of them. */
export function addConfigCommands(program: Command, { printJson, print, settingsOf }: CommandContext): void {
	const config = program
		.command('config')
		.description('show every setting and where it came from, but no secret')
		.option('--json', 'print JSON')
		.addHelpText(
			'after',
			'\nWith the same flags, variables and backseat.toml as the server it shows what the server gets.',
		)
	addSettings(config, settingKeys).action(() => {
		const found = settingsOf(config)
		// An unreadable folder may hold a backseat.toml whose values would be missing here.
		refuseClosedFolder(found.dataDir.value)
		if (found.timeZone.value === null) found.timeZone = { ...found.timeZone, ...ownZone() }
		const rows = settingKeys.map((key) => ({ ...settings[key], ...masked(found[key], settings[key].isSecret) }))
		if (config.opts<{ json?: true }>().json)
			return printJson(Object.fromEntries(rows.map(({ name, value, by }) => [name, { value, from: by ?? 'default' }])))
		const cells = rows.map(({ name, value, by, initialText }) => [name, asText(value, initialText), by ?? 'default'])
		const [nameWidth = 0, valueWidth = 0] = [0, 1].map((n) => Math.max(...cells.map((row) => row[n]?.length ?? 0)))
		for (const [name = '', value = '', from] of cells)
			print(`${name.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${from}`)
		const { oidcIssuer, publicUrl, basePath } = found
		const redirect = redirectUri({
			oidcIssuer: oidcIssuer.value,
			publicUrl: publicUrl.value,
			basePath: basePath.value,
		})
		if (redirect !== null) print(`Redirect URI for your provider: ${redirect}`)
	})
}

function ownZone(): Pick<FoundSettings['timeZone'], 'value' | 'by'> {
	const { zone, by } = serverTimeZone()
	return { value: zone, by }
}

const masked = ({ value, by }: FoundSetting<unknown>, isSecret = false) => ({
	value: isSecret && value !== null ? NOT_SHOWN : value,
	by,
})

function asText(value: unknown, initialText: string): string {
	if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return initialText
	if (typeof value === 'boolean') return value ? 'on' : 'off'
	return Array.isArray(value) ? value.join(', ') : String(value)
}
