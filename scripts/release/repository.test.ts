import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import {
	IMAGE,
	NEWEST_FILES,
	NEWEST_RELEASE,
	REPOSITORY,
	rawFile,
	refuseOtherRepository,
	withRepository,
} from './repository.ts'

const files = ['*.md', 'docs/**/*.md', 'deploy/**/*', 'Dockerfile'].flatMap((pattern) => [
	...new Bun.Glob(pattern).scanSync(projectFolder),
])
const read = (name: string) => Bun.file(join(projectFolder, name)).text()
const OTHER = 'https://github.com/Ab/c'

test('every release, image and file that a page or a template names is of the repository of package.json', async () => {
	for (const name of files) {
		const text = await read(name)
		for (const [, repository] of text.matchAll(/(https:\/\/github\.com\/[\w.-]+\/[\w.-]+)\/releases/g))
			expect({ name, repository }).toEqual({ name, repository: REPOSITORY })
		for (const [, image] of text.matchAll(/(ghcr\.io\/[\w./-]+)/g))
			expect({ name, image }).toEqual({ name, image: IMAGE })
		for (const [raw] of text.matchAll(/https:\/\/raw\.githubusercontent\.com\/\S*/g))
			expect(raw).toStartWith(rawFile(''))
	}
})

test('README.md offers the newest release as a line, as an image and as a file for each system', async () => {
	const [firstScreen = ''] = (await read('README.md')).split('<p>')

	expect(firstScreen).toContain(`${NEWEST_FILES}/install.sh | sh`)
	expect(firstScreen).toMatch(new RegExp(`^docker run .* ${IMAGE}$`, 'm'))
	expect(firstScreen).toContain(`(${NEWEST_RELEASE})`)
	expect(firstScreen).toMatch(/^bun start .*\nbun run test /m)
})

test('another address is written wherever the old one was', () => {
	const text = `${NEWEST_FILES}/a ${IMAGE}:0.1.0 ${rawFile('b')} https://github.com/other/thing`

	expect(withRepository(text, OTHER)).toBe(
		`${OTHER}/releases/latest/download/a ghcr.io/ab/c:0.1.0 https://raw.githubusercontent.com/Ab/c/main/b https://github.com/other/thing`,
	)
})

test('a tag in another repository is refused', () => {
	expect(() => refuseOtherRepository(REPOSITORY)).not.toThrow()
	expect(() => refuseOtherRepository(OTHER)).toThrow(`bun scripts/release/repository.ts ${OTHER}`)
})
