import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../../run.ts'

// For tests of the desktop commands: they write into their own folder, and a developer's packages and data may be there.

const sources = [
	'scripts',
	'src-electron',
	'contract',
	'src-server',
	'src-ui',
	'look',
	'db',
	'deploy',
	'desktop-resources',
	'electron-builder.yml',
	'LICENSE',
	'package.json',
	'bun.lock',
	'bunfig.toml',
	'tsconfig.json',
	'vite.config.ts',
]

/** A folder with what the commands need of this one: the same sources, our packages, and as the built server a short text. */
export async function makeCheckout(server: string): Promise<string> {
	// Its real name, as a script knows itself: on macOS the temporary folder is a link.
	const checkout = await realpath(await mkdtemp(join(tmpdir(), 'backseat-checkout-')))
	// The bench may have installed packages of its own below scripts.
	const filter = (path: string) => !path.slice(projectFolder.length).includes('node_modules')
	for (const name of sources) await cp(join(projectFolder, name), join(checkout, name), { recursive: true, filter })
	await symlink(join(projectFolder, 'node_modules'), join(checkout, 'node_modules'), 'junction')
	const stamp: typeof import('../../build/build-stamp.ts') = await import(
		join(checkout, 'scripts/build/build-stamp.ts')
	)
	await Bun.write(stamp.builtBinary, server)
	await Bun.write(join(checkout, 'dist/licenses.json'), '{}')
	await stamp.rememberBuiltFrom(await stamp.hashOfSources())
	return checkout
}

/** Runs a script of the checkout as `bun run` does, and answers how it ended and what it said. */
export async function runIn(checkout: string, [script = '', ...args]: string[], env: Record<string, string> = {}) {
	const child = Bun.spawn([process.execPath, join(checkout, script), ...args], {
		cwd: checkout,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const [stdout, stderr, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	])
	return { code, stdout, stderr }
}
