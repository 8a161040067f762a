import { Help } from 'commander'
import { allSpellings } from './setting-spellings.ts'

const WIDTH = 80
const INDENT = 6

export function settingsHelp(): string {
	const entries = allSpellings().map(({ flag, variable, help, initialText }) => {
		const meaning = new Help().boxWrap(`${help} [${initialText}]`, WIDTH - INDENT)
		return `  ${flag}  ${variable}\n${meaning.replaceAll(/^/gm, ' '.repeat(INDENT))}`
	})
	return `Settings (flag, environment variable, meaning [default]):\n${entries.join('\n')}

In backseat.toml in the data folder a setting has the flag's name without the
dashes: port = 8080. Flags beat the environment, the environment beats the file.
A blank value counts as not set. 'backseat config' shows what counts, and why.`
}
