import { expect, test } from 'bun:test'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'
import { refuseUnreleased, releaseNotes } from './release-notes.ts'
import { REPOSITORY } from './repository.ts'

const changelog = `# Changelog

## [Unreleased]

## [0.2.0] - 2027-01-05

### Added

- Wipers.

## [0.1.0] - 2026-11-21

A car.
`

test('in the notes of a release a paragraph is one line, and a link leads to the tag', () => {
	const wrapped = changelog.replace(
		'- Wipers.',
		'- **Wipers.** For rain\n  *and* snow: [how](docs/wipers.md).\n- A horn\n  ([more](https://example.org)).',
	)

	expect(releaseNotes('v0.2.0', '0.2.0', wrapped)).toBe(
		`### Added\n\n- **Wipers.** For rain *and* snow: [how](${REPOSITORY}/blob/v0.2.0/docs/wipers.md).\n- A horn ([more](https://example.org)).\n`,
	)
})

test('the notes of a release are what the changelog says of it, and of no other version', () => {
	expect(releaseNotes('v0.2.0', '0.2.0', changelog)).toBe('### Added\n\n- Wipers.\n')
	expect(releaseNotes('v0.1.0', '0.1.0', changelog)).toBe('A car.\n')
})

test.each([
	['v0.2.1', '0.2.0', changelog, 'The tag is v0.2.1, and the version in package.json is 0.2.0.'],
	['', '0.2.0', changelog, 'The tag is , and'],
	['v0.3.0', '0.3.0', changelog, "CHANGELOG.md has no line '## [0.3.0] - year-month-day'."],
	['v0.2.0', '0.2.0', changelog.replace(' - 2027-01-05', ''), "no line '## [0.2.0] - "],
	['v0.2.0', '0.2.0', changelog.replace(/### Added\n\n- Wipers\.\n/, ''), 'says nothing of 0.2.0'],
])('the tag %p of %p is refused when it is another, or the changelog is not ready', (tag, version, text, words) => {
	expect(() => releaseNotes(tag, version, text)).toThrow(words)
})

test('a release with lines that no version has yet is refused', () => {
	const unreleased = changelog.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- The door.\n')

	expect(() => refuseUnreleased(unreleased)).toThrow('CHANGELOG.md still has lines under Unreleased.')
	expect(() => refuseUnreleased(changelog)).not.toThrow()
	expect(releaseNotes('v0.2.0', '0.2.0', unreleased)).toBe('### Added\n\n- Wipers.\n')
})

test('our own changelog keeps the form, newest first, and knows the version we are at', async () => {
	const ours = await Bun.file(join(projectFolder, 'CHANGELOG.md')).text()
	const headings = [...ours.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '')
	const kinds = new Set([...ours.matchAll(/^### (.+)$/gm)].map(([, kind = '']) => kind))

	expect(headings[0]).toBe('[Unreleased]')
	const versions = headings
		.slice(1)
		.map((heading) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/.exec(heading)?.[1] ?? '')
	expect(versions).toEqual(versions.toSorted(Bun.semver.order).reverse())
	for (const kind of kinds) expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(kind)
	expect(releaseNotes(`v${packageJson.version}`, packageJson.version, ours)).not.toBe('')
})
