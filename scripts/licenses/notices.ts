import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getLicense, getLicenseText, type PackageMeta, readPackageMeta } from 'rollup-license-plugin'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'
import { installed, type PackageFolders } from './bundled-packages.ts'

export type LicenseNotice = { name: string; version: string; license: string; texts: string[] }

/** SPDX expressions, as in package.json. Before adding one, read the licence and fulfil its conditions. */
const ALLOWED = ['MIT', 'MIT-0', '0BSD', 'ISC', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'OFL-1.1', 'MPL-2.0']

/** Packages that name a licence but do not contain its text; texts/ has the standard text. */
const WITHOUT_TEXT = ['drizzle-orm', 'lazy-val', '@resvg/resvg-wasm']

/** Our bundles contain only Vite's own helper, none of the packages bundled into Vite. */
const BUNDLED_INTO_VITE = '\n# Licenses of bundled dependencies'

const PARTS_OF_SWAGGER_UI = 'swagger-ui-bundle.js.LICENSE.txt'

const kept = (name: string) => Bun.file(join(import.meta.dir, 'texts', name)).text()

/** Sorted by name. Throws when a licence is not allowed or its text is missing. */
export async function noticesOf(packages: PackageFolders): Promise<LicenseNotice[]> {
	const notices = new Map<string, LicenseNotice>()
	for (const folder of packages) {
		const notice = await noticeOf(folder)
		notices.set(`${notice.name}@${notice.version}`, notice)
	}
	return [...notices.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function noticeOf(folder: string): Promise<LicenseNotice> {
	const meta = await readPackageMeta(folder)
	const id = `${meta.name}@${meta.version}`
	const license = getLicense(id, meta, { unacceptableLicenseTest: (license) => !ALLOWED.includes(license) })
	const found = (await getLicenseText(id, license, folder))?.split(BUNDLED_INTO_VITE)[0]?.trim()
	const text = found || (WITHOUT_TEXT.includes(meta.name) && (await generalText(meta, license)))
	if (!text) throw new Error(`${id} comes without the text of its licence (${license}): scripts/licenses/notices.ts`)
	return { name: meta.name, version: meta.version, license, texts: [text, ...(await furtherTexts(folder))] }
}

async function generalText({ author, repository }: PackageMeta, license: string): Promise<string> {
	const name = typeof author === 'object' ? author.name : author
	const by = name ? `By ${name}. ` : ''
	const remark = `${by}The package names the licence ${license} and contains no text of it.${sourceOf(repository, license)} The general text is:`
	return `${remark}\n\n${await kept(`${license}.txt`)}`
}

/** MPL-2.0 requires a pointer to the source. */
function sourceOf(repository: PackageMeta['repository'], license: string): string {
	if (license !== 'MPL-2.0') return ''
	const address = typeof repository === 'object' ? repository.url : repository
	if (!address) throw new Error(`A package under ${license} does not say where its source is`)
	return ` Its source, of which nothing was changed, is at ${address}.`
}

/** Apache-2.0 requires passing on a NOTICE file. */
async function furtherTexts(folder: string): Promise<string[]> {
	const names = (await readdir(folder)).filter((name) => /^notice(\.|$)/i.test(name) || name === PARTS_OF_SWAGGER_UI)
	return await Promise.all(names.sort().map((name) => Bun.file(join(folder, name)).text()))
}

/**
 * Bun itself, which every binary contains. Its packages have no LICENSE; its types include the page that lists linked libraries.
 * texts/ has the two licences whose text must always be included.
 */
export async function noticeOfBun(): Promise<LicenseNotice> {
	const types = Bun.resolveSync('bun-types/package.json', dirname(installed('@types/bun')))
	const page = await Bun.file(join(dirname(types), 'docs/project/license.mdx')).text()
	const words = page.replace(/^---\n.*?\n---\n/s, '').trim()
	if (!words.startsWith('Bun itself is MIT-licensed.')) throw new Error(`${types} no longer says what Bun is made of.`)
	return {
		name: 'Bun',
		version: Bun.version,
		license: 'MIT; what is linked in has licences of its own',
		texts: [ABOUT_BUN + words, await kept('LGPL-2.0.txt'), await kept('LGPL-2.1.txt')],
	}
}

const ABOUT_BUN = `Bun's packages contain nothing about its licence but the page below, which is also at
https://bun.com/docs/project/license. The texts of the GNU licences it names follow; its links lead to the others.

`

export type Parts = Record<string, LicenseNotice[]>

const line = (sign: string) => sign.repeat(80)

const THEIRS = `Backseat contains the work of others. Whose, and under which licence, is in the lists
below; behind them are the texts. The logo, the faces and the road map are ours.`

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
