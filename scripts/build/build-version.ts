import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder, runQuietly } from '../run.ts'

type Build = {
	folder?: string
	/** From the release workflow, which builds without git in the image, and in checkouts that the build may change. */
	given?: string | undefined
	version?: string
}

/** 0.1.0 for the unchanged files of the tag v0.1.0, 0.1.0+g1a2b3c4 for those of any other commit, 0.1.0+unknown without git. */
export async function buildVersion(build: Build = {}): Promise<string> {
	const { folder = projectFolder, given = process.env.BUILD_VERSION, version = packageJson.version } = build
	if (given) return checked(given.replace(/^v/, ''), version)
	const git = async (...words: string[]) => {
		if (!Bun.which('git')) return null
		const { code, output } = await runQuietly(['git', ...words], { cwd: folder })
		return code === 0 ? output : null
	}
	const [, commit] =
		/^\n([0-9a-f]+)\n$/.exec((await git('rev-parse', '--show-prefix', '--short=7', 'HEAD')) ?? '') ?? []
	// A folder inside another project's checkout has a prefix there.
	if (commit === undefined) return `${version}+unknown`
	const tags = (await git('tag', '--points-at', 'HEAD'))?.split('\n') ?? []
	const isTag =
		tags.includes(`v${version}`) &&
		(await git('--no-optional-locks', 'status', '--porcelain', '--untracked-files=no')) === ''
	return isTag ? version : `${version}+g${commit}`
}

function checked(given: string, version: string): string {
	if (given === version || (given.startsWith(`${version}+`) && /\+[\w.-]+$/.test(given))) return given
	throw new Error(`BUILD_VERSION is ${given}, and the version in package.json is ${version}.`)
}
