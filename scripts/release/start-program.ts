import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runToEnd, startServer } from '#server/testing/server-process.ts'
import packageJson from '../../package.json' with { type: 'json' }

// bun scripts/release/start-program.ts FILE: fails unless this server reports our version, serves its page and ends.

export async function startProgram(file: string, version: string): Promise<void> {
	const command = [resolve(file)]
	const { stdout } = await runToEnd({ command, flags: ['version'] })
	if (stdout !== `backseat ${version}\n`) throw new Error(`${file} is version '${stdout.trim()}'.`)
	const dataDir = await mkdtemp(join(tmpdir(), 'backseat-start-'))
	try {
		const { origin, end } = await startServer({ command, flags: ['--data-dir', dataDir] })
		for (const path of ['/', '/api/ready']) {
			const { ok, status } = await fetch(origin + path)
			if (!ok) throw new Error(`${file} answers ${path} with ${status}.`)
		}
		const code = await end('SIGTERM')
		// Windows has no signals: there it is a kill.
		if (code !== 0 && process.platform !== 'win32') throw new Error(`${file} ends with ${code}.`)
	} finally {
		await rm(dataDir, { recursive: true, force: true })
	}
}

if (import.meta.main) {
	const [file = ''] = process.argv.slice(2)
	await startProgram(file, packageJson.version)
	console.log(`${file} is Backseat ${packageJson.version}, and starts.`)
}
