import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inBareRoot, whyNoBareRoot } from '#server/testing/bare-root.ts'
import { runToEnd, startServer } from '#server/testing/server-process.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { buildImage } from './image.ts'

// bun scripts/release/check-image.ts [v0.1.0]: builds the image of this checkout without Docker, and runs it with nothing to
// write to but its volume. The tag is the build argument of the release workflow.

export async function checkImage(tag = ''): Promise<void> {
	// The name has to be harmless although 'in-IM' looks like a locale (vite.config.ts).
	const folder = await mkdtemp(join(tmpdir(), 'backseat-in-IMAGE-'))
	try {
		const { program, dataDir, variables, command, healthCheck } = await buildImage(folder, tag)
		const inImage = ([entry, ...words]: string[]) => {
			if (entry !== '/backseat') throw new Error(`The image starts ${entry}.`)
			return inBareRoot({ program, dataDir, variables }, ...words)
		}
		const { stdout, stderr } = await runToEnd(inImage(['/backseat', '--version']))
		const version = tag === '' ? `${packageJson.version}+unknown` : tag.slice(1)
		if (stdout !== `backseat ${version}\n`) throw new Error(`Not ${version}: ${stdout}${stderr}`)
		await refuseDeaf(inImage(command), inImage(healthCheck))
		if (!(await readdir(dataDir)).includes('backseat.db')) throw new Error('The data are not in the volume.')
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

type Start = ReturnType<typeof inBareRoot>

async function refuseDeaf(serve: Start, healthCheck: Start): Promise<void> {
	const { origin, end } = await startServer(serve)
	try {
		const { exitCode, stderr } = await runToEnd(healthCheck)
		if (exitCode !== 0) throw new Error(`The health check ended with ${exitCode}: ${stderr}`)
		const { status } = await fetch(`${origin}/`)
		if (status !== 200) throw new Error(`The page was answered with ${status}.`)
		const code = await end('SIGTERM')
		if (code !== 0) throw new Error(`The server ended with ${code}.`)
	} finally {
		await end()
	}
}

if (import.meta.main) {
	const reason = whyNoBareRoot()
	try {
		if (reason === null) await checkImage(process.argv[2])
		console.log(reason === null ? 'The image builds and runs.' : `– image: not built, because it ${reason}`)
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(1)
	}
}
