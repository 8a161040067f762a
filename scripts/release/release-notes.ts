import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'
import { REPOSITORY } from './repository.ts'

// bun scripts/release/release-notes.ts v0.2.0: prints the changelog of this version. Refuses a tag that is not ready to be released.

export function releaseNotes(tag: string, version: string, changelog: string): string {
	if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and the version in package.json is ${version}.`)
	const sections = new Map(
		changelog
			.split(/^## /m)
			.slice(1)
			.map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n')).trim()] as const),
	)
	if (sections.get('[Unreleased]'))
		throw new Error(`CHANGELOG.md still has lines under Unreleased. Move them to ${version}.`)
	const heading = [...sections.keys()].find((text) => text.startsWith(`[${version}]`)) ?? ''
	if (!/^\[\S+\] - \d{4}-\d{2}-\d{2}$/.test(heading))
		throw new Error(`CHANGELOG.md has no line '## [${version}] - year-month-day'.`)
	const notes = sections.get(heading)
	if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}.`)
	return `${forRelease(notes, tag)}\n`
}

/** GitHub keeps line breaks in a release, and relative links lead nowhere there. */
const forRelease = (notes: string, tag: string) =>
	notes
		.replaceAll(/(?<=\S)\n(?: {2,}(?=\S)|(?=[\w`[(]))/g, ' ')
		.replaceAll(/\]\((?!https?:)/g, `](${REPOSITORY}/blob/${tag}/`)

if (import.meta.main) {
	try {
		const changelog = await Bun.file(join(projectFolder, 'CHANGELOG.md')).text()
		process.stdout.write(releaseNotes(process.argv[2] ?? '', packageJson.version, changelog))
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(1)
	}
}
