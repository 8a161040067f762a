import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'

// bun scripts/release/repository.ts https://github.com/NAME/backseat           writes this address wherever the old one is
// bun scripts/release/repository.ts --check https://github.com/NAME/backseat   fails if package.json names another

/** Until the repository has an address, `your_account`: GitHub refuses names with an underscore. */
export const REPOSITORY = packageJson.repository

export const NEWEST_RELEASE = `${REPOSITORY}/releases/latest`
/** The folder with the files of the newest release. */
export const NEWEST_FILES = `${NEWEST_RELEASE}/download`

/** GitHub's registry allows lower-case names only. */
const imageOf = (repository: string) => `ghcr.io${new URL(repository).pathname.toLowerCase()}`
export const IMAGE = imageOf(REPOSITORY)

/** The address of a file of the newest commit. */
export const rawFile = (path: string, repository: string = REPOSITORY) =>
	`https://raw.githubusercontent.com${new URL(repository).pathname}/main/${path}`

export function withRepository(text: string, repository: string): string {
	return text
		.replaceAll(REPOSITORY, repository)
		.replaceAll(rawFile(''), rawFile('', repository))
		.replaceAll(IMAGE, imageOf(repository))
}

export function refuseOtherRepository(repository: string): void {
	if (repository !== REPOSITORY)
		throw new Error(
			`package.json names ${REPOSITORY}. To change it everywhere: bun scripts/release/repository.ts ${repository}`,
		)
}

async function rewrite(repository: string) {
	if (!/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(repository))
		throw new Error('Name the whole address, such as https://github.com/NAME/backseat')
	const old = [REPOSITORY, IMAGE, rawFile('')].flatMap((text) => ['-e', text])
	const { stdout } = Bun.spawnSync(['git', 'grep', '-lzF', ...old], { cwd: projectFolder })
	for (const name of stdout.toString().split('\0').filter(Boolean)) {
		const path = join(projectFolder, name)
		await Bun.write(path, withRepository(await Bun.file(path).text(), repository))
		console.log(name)
	}
}

if (import.meta.main) {
	const words = process.argv.slice(2)
	try {
		if (words[0] === '--check') refuseOtherRepository(words[1] ?? '')
		else await rewrite(words[0] ?? '')
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(1)
	}
}
