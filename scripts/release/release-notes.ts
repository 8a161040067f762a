import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'

// bun scripts/release/release-notes.ts v0.2.0: prints the changelog of this version. Refuses a tag that is not ready to be released.

export function releaseNotes(tag: string, version: string, changelog: string): string {
	if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and the version in package.json is ${version}.`)
	const [heading = '', ...lines] =
		sections(changelog)
			.find((text) => text.startsWith(`[${version}]`))
			?.split('\n') ?? []
	if (!/^\[\S+\] - \d{4}-\d{2}-\d{2}$/.test(heading))
		throw new Error(`CHANGELOG.md has no line '## [${version}] - year-month-day'.`)
	const notes = lines.join('\n').trim()
	if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`)
	return `${notes}\n`
}

const sections = (changelog: string) => changelog.split(/^## /m).slice(1)

if (import.meta.main) {
	try {
		const changelog = await Bun.file(join(projectFolder, 'CHANGELOG.md')).text()
		process.stdout.write(releaseNotes(process.argv[2] ?? '', packageJson.version, changelog))
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(1)
	}
}
