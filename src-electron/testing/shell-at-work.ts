import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENGLISH, LANGUAGES } from '#contract/languages.ts'
import { checkInstance } from '#desktop/links/instance-check.ts'
import { newLaunchSecret } from '#desktop/server/own-server.ts'
import { superviseServer } from '#desktop/server/supervisor.ts'
import { openSettings } from '#desktop/settings/settings-file.ts'
import { createShell } from '#desktop/shell/shell.ts'
import { createUpdates } from '#desktop/updates/updates.ts'
import { getByFetch } from '#desktop/web/testing/hostile-server.ts'
import { recordedDesktop } from './recorded-desktop.ts'

const binary = join(import.meta.dirname, '../..', 'dist', process.platform === 'win32' ? 'backseat.exe' : 'backseat')
type Supervise = Parameters<typeof createShell>[0]['supervise']

/**
 * The whole shell with the real server (or the one from `supervise`) and without a display. Use with `await using`.
 */
export function aShell(folder = mkdtempSync(join(tmpdir(), 'backseat-shell-')), supervise?: Supervise) {
	const dataDir = join(folder, 'data')
	const settings = openSettings(join(folder, 'desktop-settings.json'))
	const secret = newLaunchSecret()
	const recorded = recordedDesktop()
	const shell = createShell({
		version: '0.1.0',
		dataDir,
		licenses: join(folder, 'LICENSES.backseat.txt'),
		secret,
		settings,
		desktop: recorded.desktop,
		supervise:
			supervise ??
			((onState) =>
				superviseServer({
					binary,
					dataDir,
					secret,
					onState,
					port: { read: () => settings.current().port, remember: (port) => settings.change({ port }) },
					isLan: () => settings.current().isLan,
				})),
		language: { spoken: ENGLISH, of: (chosen) => LANGUAGES.find(({ tag }) => tag === chosen) ?? ENGLISH },
		check: (candidates) => checkInstance(candidates, getByFetch),
		updates: (onStatus) =>
			createUpdates({
				updater: () => {
					throw new Error('Nobody asked for updates')
				},
				feed: () => settings.current().updateFeed,
				onStatus,
			}),
	})
	return {
		...recorded,
		shell,
		settings,
		secret,
		folder,
		dataDir,
		[Symbol.asyncDispose]: () => shell.end(),
	}
}

/** A shell with its first window, `own`, open. Use with `await using`. */
export async function aStartedShell(folder?: string) {
	const app = aShell(folder)
	app.shell.start(null)
	try {
		return { ...app, own: await until(() => app.open()[0]) }
	} catch (error) {
		await app.shell.end()
		throw error
	}
}

/** Polls `look` and returns its first truthy result. */
export async function until<T>(look: () => T | undefined | null | false): Promise<T> {
	const deadline = Date.now() + 30_000
	for (;;) {
		const seen = look()
		if (seen) return seen
		if (Date.now() > deadline) throw new Error('It did not come to that')
		await Bun.sleep(10)
	}
}

/** A second instance, like a friend's. Use with `await using`. */
export async function aFriend() {
	const child = Bun.spawn([binary, 'serve', '--port', '0', '--data-dir', mkdtempSync(join(tmpdir(), 'backseat-'))], {
		stdout: 'pipe',
		stderr: 'ignore',
	})
	const { value } = await child.stdout.getReader().read()
	const [, address = ''] = /ready at (\S+)/.exec(new TextDecoder().decode(value)) ?? []
	return {
		address,
		async [Symbol.asyncDispose]() {
			child.kill()
			await child.exited
		},
	}
}
