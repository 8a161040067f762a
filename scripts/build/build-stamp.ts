import { join } from 'node:path'
import { projectFolder } from '../run.ts'

const sources = [
	'src-ui/**/*',
	'look/**/*',
	'contract/**/*',
	'src-server/**/*',
	'db/**/*',
	'deploy/systemd/*',
	'scripts/{build,first-words-rules,page-chunks,page-html,build/*}.ts',
	'desktop-resources/icon.svg',
	'desktop-resources/tray-template.svg',
	'scripts/licenses/**/*',
	'LICENSE',
	'package.json',
	'bun.lock',
	'tsconfig.json',
	'vite.config.ts',
]

const notASource = /\.test\.tsx?$|\/testing\/|^db\/fixtures\/|routeTree\.gen\.ts$/

const stampFile = join(projectFolder, 'dist/built-from')

export const builtBinary = join(projectFolder, 'dist', process.platform === 'win32' ? 'backseat.exe' : 'backseat')

/** Every file that a build reads and that may change what it makes, sorted. */
export async function sourceFiles(): Promise<string[]> {
	const files = new Set<string>()
	for (const pattern of sources)
		for await (const file of new Bun.Glob(pattern).scan({ cwd: projectFolder }))
			if (!notASource.test(file)) files.add(file.replaceAll('\\', '/'))
	return [...files].sort()
}

/** Hashes contents and not times, because git and copies set times arbitrarily. */
export async function hashOfSources(): Promise<string> {
	const hash = new Bun.CryptoHasher('sha256').update(`${Bun.version} ${process.platform} ${process.arch}\n`)
	for (const file of await sourceFiles()) {
		const content = await Bun.file(join(projectFolder, file)).bytes()
		hash.update(`${file} ${content.length}\n`).update(content)
	}
	return hash.digest('hex')
}

export async function isBuilt(): Promise<boolean> {
	if (!(await Bun.file(builtBinary).exists()) || !(await Bun.file(stampFile).exists())) return false
	return (await Bun.file(stampFile).text()) === (await hashOfSources())
}

export const rememberBuiltFrom = (hash: string) => Bun.write(stampFile, hash)
