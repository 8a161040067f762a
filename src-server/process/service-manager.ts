import { EXIT } from '#contract/start-problems.ts'
import type { Log } from '#server/http/request-log.ts'
import type { Environment } from '#server/settings/setting-sources.ts'
import { StartRefused } from '#server/start-refused.ts'

/* Environment variables as in sd_notify(3) and sd_listen_fds(3). */

type ServiceManager = { ready(status: string): void; stopping(): void }

export function serviceManager(env: Environment, log: Pick<Log, 'warn'>): ServiceManager {
	if (!env.NOTIFY_SOCKET) return { ready: () => {}, stopping: () => {} }
	const notify = (...words: string[]) => {
		notified(words).catch((error: unknown) => log.warn(`The service manager was not told '${words[0]}': ${error}`))
	}
	return {
		ready: (status) => notify('--ready', `--status=${status}`),
		// `systemd-notify --stopping` requires systemd 253.
		stopping: () => notify('STOPPING=1'),
	}
}

/**
 * Bun cannot send datagrams to Unix sockets. systemd-notify comes with systemd and waits until its message has been read.
 */
async function notified(words: string[]): Promise<void> {
	const { exited, stderr } = Bun.spawn(['systemd-notify', ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
	const [exitCode, message] = await Promise.all([exited, new Response(stderr).text()])
	if (exitCode !== 0) throw new Error(`systemd-notify ended with ${exitCode}: ${message.trim()}`)
}

/**
 * Refuses socket activation: Bun cannot listen on an inherited descriptor (its issue 36491), so it would listen elsewhere
 * and the activating request would never be answered.
 */
export function refuseHandedOverSockets({ LISTEN_FDS, LISTEN_PID }: Environment, pid = process.pid) {
	if (!LISTEN_FDS || LISTEN_PID !== `${pid}`) return
	throw new StartRefused(
		'Backseat cannot listen on a handed-over socket (LISTEN_FDS); docs/hosting-many.md says how to wake it by one.',
		EXIT.badSetting,
	)
}
