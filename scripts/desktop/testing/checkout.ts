import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../../run.ts'

// The desktop commands write into their own folder, so tests run them in a copy that has none of the developer's
// packages or data.

const sources = [
	'scripts',
	'src-electron',
	'contract',
	'src-server',
	'src-ui',
	'look',
	'languages',
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

/**
 * A folder with everything the desktop commands need: our sources, our packages, and a short text as the built server.
 */
export async function makeCheckout(server: string): Promise<string> {
	// The real path, because scripts see that one; on macOS the temporary folder is a link.
	const checkout = await realpath(await mkdtemp(join(tmpdir(), 'backseat-checkout-')))
	// Skips packages that the bench may have installed below scripts.
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

/** Runs a script of the checkout as `bun run` does, and returns its exit code and output. */
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
