import { settings } from './config.ts'
import type { Setting } from './setting-finding.ts'
import { flagOf, secretFileOf, variableOf } from './setting-sources.ts'

type AnySetting = Pick<Setting<unknown>, 'name' | 'takes' | 'help' | 'initialText' | 'isSecret'>

export type SettingSpelling = { name: string; flag: string; variable: string; help: string; initialText: string }

export const flagWithValue = ({ name, takes }: Pick<AnySetting, 'name' | 'takes'>) =>
	flagOf({ name }) + (takes ? ` <${takes}>` : '')

export function spellingsOf(setting: AnySetting): SettingSpelling[] {
	const { name, help, initialText } = setting
	const itself = { name, flag: flagWithValue(setting), variable: variableOf(setting), help, initialText }
	if (!setting.isSecret) return [itself]
	const file = secretFileOf(setting)
	const fromFile = {
		name: file.name,
		flag: flagWithValue({ ...file, takes: 'file' }),
		variable: variableOf(file),
		help: `File that contains ${name}, for Docker secrets and the like.`,
		initialText: 'none',
	}
	return [{ ...itself, help: `${help} A secret: others on this machine can read flags, so use the file.` }, fromFile]
}

export const allSettings: readonly AnySetting[] = Object.values(settings)
export const allSpellings = (): SettingSpelling[] => allSettings.flatMap(spellingsOf)
