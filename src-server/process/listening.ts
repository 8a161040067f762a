import { lstatSync, rmSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { OWN_DATA_FILE_MAX_BYTES } from '#contract/own-data-limits.ts'
import { EXIT } from '#contract/start-problems.ts'
import { otherLoopback, socketOf } from '#server/http/addresses/own-addresses.ts'
import type { OwnTls } from '#server/http/addresses/tls.ts'
import { respond, toAnybody } from '#server/http/answer.ts'
import type { Peer } from '#server/http/client.ts'
import { problemAnswer, type Refusal, somethingWentWrong } from '#server/http/problems.ts'
import type { Log } from '#server/http/request-log.ts'
import { isIPv4 } from '#server/ip-address.ts'
import { printable } from '#server/log/printable-text.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'

/** Above the largest body of any route, so that our own response comes first; Bun's has neither text nor headers. */
const BODY_MAX_BYTES = 2 * OWN_DATA_FILE_MAX_BYTES
export const IDLE_SECONDS = 10

type Handling = {
	tls: OwnTls | null
	log: Log
	handler: (request: Request, peer: Peer) => Promise<Response>
	idleSeconds?: number
	interfaces?: ReturnType<typeof networkInterfaces>
}

export type Listener = {
	port: number
	isLocalhostShared: boolean
	stop(closesConnections?: boolean): Promise<unknown>
}

export function listen(config: Pick<Config, 'host' | 'port' | 'listen'>, how: Handling): Listener {
	const socket = socketOf(config)
	if (socket !== null) {
		const server = listenOnSocket(
			socket,
			handling(how, () => AT_A_SOCKET),
		)
		return { port: config.port, isLocalhostShared: false, stop: (closes) => server.stop(closes) }
	}
	for (let tries = 1; ; tries++) {
		const listener = listenAtPort(config, how)
		if (!listener.isLocalhostShared || config.port !== 0 || tries === FREE_PORT_TRIES) return listener
		void listener.stop(true)
	}
}

/** With port 0, how many ports are tried until one is free at both addresses of localhost. */
const FREE_PORT_TRIES = 5

function listenAtPort({ host, port: wanted }: Pick<Config, 'host' | 'port'>, how: Handling): Listener {
	const serveAt = (hostname: string, port: number, addressOf: AddressOf) =>
		Bun.serve({
			...handling(how, addressOf),
			hostname,
			port,
			// By default `development: false` lets a second server share the port (Bun 1.4.5 on Linux).
			reusePort: false,
			...(how.tls && { tls: { cert: how.tls.cert, key: how.tls.key } }),
		})
	const first = refusedAs(
		() => serveAt(host, wanted, (request, server) => server.requestIP(request)?.address ?? null),
		(error) => whyNotAtPort(error, host, wanted),
	)
	const port = first.port ?? wanted
	const other = otherLoopback(host)
	let second: typeof first | null = null
	try {
		// Only local programs connect here. Trusted proxies, limits and logs use a single address for this machine.
		if (other !== null) second = serveAt(other, port, () => (isIPv4(host) ? '127.0.0.1' : '::1'))
	} catch {
		// Another program may own that address; isLocalhostShared tells the caller so.
	}
	return {
		port,
		isLocalhostShared: other !== null && second === null && mayBeTaken(other, how.interfaces),
		stop: (closes) => Promise.all([first.stop(closes), second?.stop(closes)]),
	}
}

/** An address that the machine lacks, such as ::1 without IPv6, cannot be bound by any program. */
function mayBeTaken(address: string, interfaces = networkInterfaces()): boolean {
	const own = Object.values(interfaces).flatMap((found = []) => found.map(({ address }) => address))
	return own.length === 0 || own.includes(address)
}

type AddressOf = (request: Request, server: Bun.Server<undefined>) => string | null

function handling({ log, handler, idleSeconds = IDLE_SECONDS }: Handling, addressOf: AddressOf) {
	return {
		development: false,
		maxRequestBodySize: BODY_MAX_BYTES,
		idleTimeout: idleSeconds,
		fetch: (request, server) =>
			handler(request, {
				address: addressOf(request, server),
				stayConnected: (seconds) => server.timeout(request, seconds),
			}),
		error: (error) => {
			log.failure('An answer failed', error)
			return problem(somethingWentWrong())
		},
	} satisfies Partial<Bun.Serve.Options<undefined>>
}

function refusedAs<Server>(serve: () => Server, whyNot: (error: unknown) => string): Server {
	try {
		return serve()
	} catch (error) {
		throw new StartRefused(whyNot(error), EXIT.portTaken)
	}
}

export const portTaken = (port: number) =>
	new StartRefused(`Port ${port} is already in use. Set --port or stop the other program.`, EXIT.portTaken)

function whyNotAtPort(error: unknown, host: string, port: number): string {
	const { code } = error as NodeJS.ErrnoException
	if (code === 'EADDRINUSE') return portTaken(port).message
	if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine. Set --host to one that is.`
	if (code === 'EACCES') return `Port ${port} may not be used by this user. Set --port to 1024 or higher.`
	return `Cannot listen on ${host} port ${port} (${code}). Set --host or --port.`
}

export function problem(refusal: Refusal): Response {
	const to = toAnybody()
	return respond(problemAnswer(refusal, to.requestId), to)
}

/** Unix sockets have no peer address. With this one, `trusted-proxies` can name them. */
const AT_A_SOCKET = '127.0.0.1'
/** Mode 0660 regardless of the umask: for this user and group, which the proxy joins. */
const SOCKET_UMASK = 0o117

/** Creates the socket with its final mode. Bun deletes the file on stop. */
function listenOnSocket(path: string, handling: Parameters<typeof Bun.serve>[0]) {
	const umask = process.umask(SOCKET_UMASK)
	try {
		return refusedAs(
			() => Bun.serve({ ...handling, unix: path } as Bun.Serve.Options<undefined>),
			(error) => whyNotAtSocket(error, path),
		)
	} finally {
		process.umask(umask)
	}
}

function whyNotAtSocket(error: unknown, path: string): string {
	const { code } = error as NodeJS.ErrnoException
	const shown = printable(path)
	if (code === 'ENOENT') return `There is no folder for ${shown}. Make it, or set --listen to another path.`
	if (code === 'EACCES') return `${shown} may not be made by this user. Set --listen to another path.`
	return `Cannot listen on ${shown} (${code}). Set --listen to another path.`
}

/** Call before `listen`: deletes the socket of a killed server. Live sockets and other files stay. */
export async function removeDeadSocket(config: Pick<Config, 'listen'>) {
	const path = socketOf(config)
	const file = path === null ? undefined : lstatSync(path, { throwIfNoEntry: false })
	if (path === null || !file) return
	if (file.isSocket() && !(await isAnswered(path))) return rmSync(path, { force: true })
	throw new StartRefused(
		file.isSocket()
			? `${printable(path)} is already in use. Set --listen to another path or stop the other program.`
			: `${printable(path)} is no socket. Move it away, or set --listen to another path.`,
		EXIT.portTaken,
	)
}

/** Only a refused connection proves that there is no listener: a program may be busy, or its socket not accessible. */
function isAnswered(path: string): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<boolean>()
	const connection = process.getBuiltinModule('node:net').connect({ path })
	connection.once('connect', () => resolve(true))
	connection.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED'))
	return promise.finally(() => connection.destroy())
}
