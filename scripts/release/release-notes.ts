import { join } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'
import { REPOSITORY } from './repository.ts'

// bun scripts/release/release-notes.ts v0.2.0: prints the changelog of this version. Refuses a tag that is not ready to be released.
// With --rehearsal there may be changes that are not in a version yet.

/** The text below each heading. */
function sectionsOf(changelog: string): Map<string, string> {
	const sections = changelog.split(/^## /m).slice(1)
	return new Map(sections.map((text) => [text.split('\n', 1).join(), text.replace(/.*/, '').trim()]))
}

export function releaseNotes(tag: string, version: string, changelog: string): string {
	if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and the version in package.json is ${version}.`)
	const [heading = '', notes = ''] = [...sectionsOf(changelog)].find(([text]) => text.startsWith(`[${version}]`)) ?? []
	if (!/^\[\S+\] - \d{4}-\d{2}-\d{2}$/.test(heading))
		throw new Error(`CHANGELOG.md has no line '## [${version}] - year-month-day'.`)
	if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`)
	return `${forRelease(notes, tag)}\n`
}

export function refuseUnreleased(changelog: string): void {
	if (sectionsOf(changelog).get('[Unreleased]'))
		throw new Error('CHANGELOG.md still has lines under Unreleased. Move them to the version.')
}

/** GitHub keeps line breaks in a release, and relative links lead nowhere there. */
const forRelease = (notes: string, tag: string) =>
	notes
		.replaceAll(/(?<=\S)\n(?: {2,}(?=\S)|(?=[\w`[(]))/g, ' ')
		.replaceAll(/\]\((?!https?:)/g, `](${REPOSITORY}/blob/${tag}/`)

if (import.meta.main) {
	try {
		const changelog = await Bun.file(join(projectFolder, 'CHANGELOG.md')).text()
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: { rehearsal: { type: 'boolean', default: false } },
		})
		if (!values.rehearsal) refuseUnreleased(changelog)
		process.stdout.write(releaseNotes(positionals[0] ?? '', packageJson.version, changelog))
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(1)
	}
}
