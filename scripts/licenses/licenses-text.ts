import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'
import type { LicenseNotice } from './notices.ts'

/** Notices by what they are in: 'the server', 'the browser app'. */
export type Parts = Record<string, LicenseNotice[]>

const line = (sign: string) => sign.repeat(80)

const THEIRS = `Backseat contains the work of others. Whose, and under which licence, is in the lists
below; behind them are the texts. The logo, the faces and the road map are ours.`

/** Our licence, a list of whose work is in which part, and all their texts. Equal ones are included once. */
export async function licensesText(parts: Parts): Promise<string> {
	const ours = await Bun.file(join(projectFolder, 'LICENSE')).text()
	const notices = Object.values(parts).flat()
	return [
		`Backseat ${packageJson.version}\n\n${ours.trim()}`,
		THEIRS,
		...Object.entries(parts).map(([part, list]) => `In ${part}:\n\n${list.map(inList).join('\n')}`),
		...[...byText(notices)].map(([text, names]) => `${line('=')}\n${[...names].join('\n')}\n${line('-')}\n\n${text}`),
	]
		.join('\n\n')
		.concat('\n')
}

const nameOf = ({ name, version }: LicenseNotice) => `${name} ${version}`
const inList = (notice: LicenseNotice) => `  ${nameOf(notice)} (${notice.license})`

function byText(notices: LicenseNotice[]): Map<string, Set<string>> {
	const names = new Map<string, Set<string>>()
	for (const notice of notices)
		for (const text of notice.texts.map(tidy)) names.set(text, (names.get(text) ?? new Set()).add(nameOf(notice)))
	return names
}

const tidy = (text: string) => text.replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd()
