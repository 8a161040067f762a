import { chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bun, projectFolder, runQuietly } from '../run.ts'

// Reads the Dockerfile, and builds it without Docker: for tests, and for machines that cannot run containers.

const read = (path: string) => Bun.file(join(projectFolder, path)).text()

/** The tracked files that .dockerignore lets into the image's build. */
export async function filesForImage(): Promise<string[]> {
	return (await trackedFiles()).filter(dockerRules(await read('.dockerignore')))
}

export async function trackedFiles(): Promise<string[]> {
	const { code, output } = await runQuietly(['git', 'ls-files', '-z'])
	if (code !== 0) throw new Error(output)
	return output.split('\0').filter(Boolean)
}

/** Docker's rules: a line applies to a path and to all below it, and the last line that applies decides. */
export function dockerRules(text: string): (path: string) => boolean {
	const rules = text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => ({
			glob: new Bun.Glob(line.replace(/^!/, '').replaceAll(/^\/|\/$/g, '')),
			letsIn: line.startsWith('!'),
		}))
	return (path) => {
		const parts = path.split('/')
		const around = parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
		return rules.findLast(({ glob }) => around.some((folder) => glob.match(folder)))?.letsIn ?? true
	}
}

type Instruction = { word: string; rest: string }

/** The instructions of the Dockerfile's stages, in order. */
export async function dockerStages(): Promise<Instruction[][]> {
	const text = (await read('Dockerfile')).replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, ' ')
	return text
		.split(/^(?=FROM )/m)
		.filter((stage) => stage.trim() !== '')
		.map((stage) =>
			stage
				.trim()
				.split(/\n+/)
				.map((line) => ({ word: line.replace(/ .*/, ''), rest: line.replace(/^\S+ /, '') })),
		)
}

const restsOf = (stage: readonly Instruction[], word: string) =>
	stage.filter((instruction) => instruction.word === word).map(({ rest }) => rest)

export type Image = {
	program: string
	/** The empty folder that becomes a new volume. */
	dataDir: string
	variables: Record<string, string>
	command: string[]
	healthCheck: string[]
}

/**
 * Runs the Dockerfile's build stage in `folder`, with the files that .dockerignore lets in, this machine's Bun, and the build
 * argument BUILD_VERSION unless it is empty. What the COPY lines of the last stage take from there is the image, without
 * the distribution's files.
 */
export async function buildImage(folder: string, buildVersion: string): Promise<Image> {
	const [build = [], image = []] = await dockerStages()
	const files = await filesForImage()
	const variables: Record<string, string> = { PATH: `${dirname(bun)}:${process.env.PATH}` }
	for (const { word, rest } of build) {
		if (word === 'ARG') Object.assign(variables, variablesIn(rest), buildVersion && { BUILD_VERSION: buildVersion })
		if (word === 'COPY') copy(files, rest.split(' ').slice(0, -1), folder)
		if (word !== 'RUN') continue
		const { code, output } = await runQuietly(['sh', '-euc', rest], { cwd: folder, env: variables })
		if (code !== 0) throw new Error(`${rest}\n${output}`)
	}
	const [workFolder = ''] = restsOf(build, 'WORKDIR')
	const copies = restsOf(image, 'COPY').map((rest) => rest.replaceAll(/--\S+ /g, '').split(' '))
	const [program, volume] = copies.map(([from = '']) => join(folder, from.replace(workFolder, '')))
	const dataDir = join(volume ?? '', 'data')
	const [user = ''] = restsOf(image, 'USER')
	const [uid = 0, gid = 0] = user.split(':').map(Number)
	chownSync(dataDir, uid, gid)
	return {
		program: program ?? '',
		dataDir,
		variables: Object.assign({}, ...restsOf(image, 'ENV').map(variablesIn)),
		command: [...wordsIn(image, 'ENTRYPOINT'), ...wordsIn(image, 'CMD')],
		healthCheck: wordsIn(image, 'HEALTHCHECK'),
	}
}

const variablesIn = (text: string) =>
	Object.fromEntries(
		text.split(' ').map((pair) => {
			const [name = '', value = ''] = pair.split('=')
			return [name, value]
		}),
	)

/** The JSON list at the end of an instruction. */
function wordsIn(stage: readonly Instruction[], word: string): string[] {
	const [rest = ''] = restsOf(stage, word)
	return JSON.parse(/\[[^[\]]*\]$/.exec(rest)?.[0] ?? '[]')
}

function copy(files: readonly string[], wanted: readonly string[], folder: string) {
	for (const file of files) {
		if (!wanted.some((name) => name === '.' || file === name || file.startsWith(`${name}/`))) continue
		mkdirSync(dirname(join(folder, file)), { recursive: true })
		copyFileSync(join(projectFolder, file), join(folder, file))
	}
}
