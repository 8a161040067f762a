import { type Setting, settings } from './config.ts'
import { flagOf, variableOf } from './setting-sources.ts'

/*
 * The settings table in words: for `backseat help` and for docs/configuration.md
 * (written by scripts/configuration-docs.ts).
 */

type AnySetting = Pick<Setting<unknown>, 'name' | 'takes' | 'help' | 'initialText'>
const table: AnySetting[] = Object.values(settings)

/** `--port <number>`, as commander and people read it. */
export const flagWithValue = ({ name, takes }: AnySetting) => flagOf({ name }) + (takes ? ` <${takes}>` : '')

export function settingsHelp(): string {
	const rows = table.map((setting) => [flagWithValue(setting), variableOf(setting), setting.help, setting.initialText])
	const [flagWidth, variableWidth] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
	const lines = rows.map(
		([flag = '', variable = '', help, initial]) =>
			`  ${flag.padEnd(flagWidth ?? 0)}  ${variable.padEnd(variableWidth ?? 0)}  ${help} [${initial}]`,
	)
	return `Settings (flag, environment variable, meaning [default]):\n${lines.join('\n')}

In backseat.toml in the data folder a setting has the flag's name without the dashes: port = 8080
Flags beat the environment, the environment beats the file. A blank value counts as not set.`
}

export function configurationPage(): string {
	const rows = table.map((setting) => {
		const [flag, variable, key] = [flagWithValue(setting), variableOf(setting), setting.name]
		return `| \`${flag}\` | \`${variable}\` | \`${key}\` | \`${setting.initialText}\` | ${setting.help} |`
	})
	return `# Configuration

<!-- Made from the table in src-server/config.ts by \`bun scripts/configuration-docs.ts\`; change it there. -->

Every setting can be given as a flag, as an environment variable, or in \`backseat.toml\` in the data folder.
Flags beat the environment, the environment beats the file, the file beats the default.
A blank value counts as not set. An unknown name or a bad value stops the start with one line that names it.

| Flag | Variable | In \`backseat.toml\` | Default | Meaning |
|---|---|---|---|---|
${rows.join('\n')}

\`\`\`toml
# backseat-data/backseat.toml
port = 8080
lan = true
public-url = "https://rides.example.org"
trusted-proxies = ["127.0.0.1", "10.0.0.0/8"]
signup = "invite"
\`\`\`

A \`data-dir\` in the file is read from the folder that flags, environment or default point to, and leads on from there.

With \`lan\` and no \`public-url\`, links that people share start with this machine's address on the network, also when
the page is open at \`localhost\`.

\`serve --desktop\` is no setting: it can be said on the command line only, and the desktop app says it. The server then
takes its port and a secret from the first line of standard input, answers programs on the same computer only if they
bring that secret, and ends when standard input closes.
`
}
