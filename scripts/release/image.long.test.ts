import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inBareRoot, whyNoBareRoot } from '#server/testing/bare-root.ts'
import { runToEnd, type ServerProcess, startServer } from '#server/testing/server-process.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { buildImage } from './image.ts'

// The name has to be harmless although 'in-IM' looks like a locale (vite.config.ts).
const folder = mkdtempSync(join(tmpdir(), 'backseat-in-IMAGE-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let server: ServerProcess | undefined
afterEach(() => server?.end())

const reason = whyNoBareRoot()
const why = reason === null ? '' : ` (skipped: it ${reason})`

test.skipIf(reason !== null)(
	`the image builds from what .dockerignore lets in, and runs with nothing to write to but its volume [B25]${why}`,
	async () => {
		const { program, dataDir, variables, command, healthCheck } = await buildImage(folder)
		const inImage = ([entry, ...words]: string[]) => {
			expect(entry).toBe('/backseat')
			return inBareRoot({ program, dataDir, variables }, ...words)
		}

		expect(await runToEnd(inImage(['/backseat', '--version']))).toMatchObject({
			stdout: `backseat ${packageJson.version}+unknown\n`,
		})
		server = await startServer(inImage(command))
		expect(await runToEnd(inImage(healthCheck))).toMatchObject({ exitCode: 0, stderr: '' })
		expect(await fetch(`${server.origin}/`).then((page) => page.text())).toContain('<title>Backseat')
		expect(readdirSync(dataDir)).toContain('backseat.db')
		expect(await server.end('SIGTERM')).toBe(0)
	},
	300_000,
)
