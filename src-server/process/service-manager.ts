import { EXIT } from '#contract/start-problems.ts'
import type { Log } from '#server/http/request-log.ts'
import type { Environment } from '#server/settings/setting-sources.ts'
import { StartRefused } from '#server/start-refused.ts'

/*
 * What systemd, or a manager that speaks like it, says to a program by variables (sd_notify(3), sd_listen_fds(3)).
 */

type ServiceManager = { ready(status: string): void; stopping(): void }

/** Tells the manager what it asks to be told. Without it the server works all the same, so a failure is a warning. */
export function serviceManager(env: Environment, log: Pick<Log, 'warn'>): ServiceManager {
	if (!env.NOTIFY_SOCKET) return { ready: () => {}, stopping: () => {} }
	const notify = (...words: string[]) => {
		notified(words).catch((error: unknown) => log.warn(`The service manager was not told '${words[0]}': ${error}`))
	}
	return {
		ready: (status) => notify('--ready', `--status=${status}`),
		// Its flag --stopping is of systemd 253.
		stopping: () => notify('STOPPING=1'),
	}
}

/** Bun sends no datagrams to Unix sockets. The program comes with systemd and waits until its message has been read. */
async function notified(words: string[]): Promise<void> {
	const { exited, stderr } = Bun.spawn(['systemd-notify', ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
	const [exitCode, said] = await Promise.all([exited, new Response(stderr).text()])
	if (exitCode !== 0) throw new Error(`systemd-notify ended with ${exitCode}: ${said.trim()}`)
}

/**
 * Refuses a start by socket activation: Bun cannot listen on a descriptor (its issue 36491), so it would listen elsewhere,
 * and the request that woke it would never be answered.
 */
export function refuseHandedOverSockets({ LISTEN_FDS, LISTEN_PID }: Environment, pid = process.pid) {
	if (!LISTEN_FDS || LISTEN_PID !== `${pid}`) return
	throw new StartRefused(
		'Backseat cannot listen on a handed-over socket (LISTEN_FDS); docs/hosting-many.md says how to wake it by one.',
		EXIT.badSetting,
	)
}
