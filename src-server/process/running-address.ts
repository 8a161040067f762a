import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Config } from '#server/settings/config.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { serverTimeZone, thisMachine } from '#server/settings/time-zone.ts'
import { isInstanceRunning } from './data/instance-lock.ts'

/*
 * running.json holds the address of the server that holds this data folder. A command does not know the server's flags, but
 * its links and requests must reach that server. The file is valid only while a server holds the lock.
 */

const Running = v.object({
	host: v.string(),
	port: v.number(),
	basePath: v.string(),
	tlsCert: v.nullable(v.string()),
	publicUrl: v.nullable(v.pipe(v.string(), v.url())),
	tlsKey: v.optional(v.nullable(v.string()), null),
	trustedProxies: v.optional(v.array(v.string()), []),
	listen: v.optional(v.nullable(v.string()), null),
	isLocalhostShared: v.optional(v.boolean()),
	timeZone: v.optional(v.nullable(v.string()), null),
	/** The variable instead of the zone that it names, because finding that loads ICU. */
	TZ: v.optional(v.nullable(v.string()), null),
})

type Listening = Pick<
	Config,
	'host' | 'port' | 'listen' | 'basePath' | 'tlsCert' | 'tlsKey' | 'publicUrl' | 'trustedProxies' | 'isLocalhostShared'
>

const fileIn = (dataDir: string) => join(dataDir, 'running.json')

/** Records the actual port. No data depend on the file, so a failed write is ignored. */
export function writeRunningAddress(config: Listening & Pick<Config, 'dataDir' | 'timeZone'>, TZ = process.env.TZ) {
	const { dataDir, host, port, listen, basePath, tlsCert, tlsKey, publicUrl, trustedProxies, isLocalhostShared } =
		config
	const running: v.InferInput<typeof Running> = {
		host,
		port,
		listen,
		basePath,
		tlsCert,
		tlsKey,
		trustedProxies,
		isLocalhostShared,
		publicUrl: publicUrl?.href ?? null,
		timeZone: config.timeZone,
		TZ: TZ ?? null,
	}
	try {
		// Deleted first so that the new file has private permissions.
		rmSync(fileIn(dataDir), { force: true })
		writeFileSync(fileIn(dataDir), `${JSON.stringify(running, null, '\t')}\n`, { mode: 0o600 })
	} catch {}
}

export const removeRunningAddress = (dataDir: string) => rmSync(fileIn(dataDir), { force: true })

export function runningAddress(dataDir: string): Listening | null {
	const running = runningIn(dataDir)
	if (!running) return null
	const { timeZone: _, TZ: __, ...listening } = running
	return { ...listening, publicUrl: running.publicUrl === null ? null : new URL(running.publicUrl) }
}

/** Null if no server runs. */
export function runningTimeZone(dataDir: string): string | null {
	const running = runningIn(dataDir)
	return running && (running.timeZone ?? serverTimeZone({ ...thisMachine, env: { TZ: running.TZ ?? undefined } }).zone)
}

function runningIn(dataDir: string): v.InferOutput<typeof Running> | null {
	try {
		return isInstanceRunning(dataDir) ? v.parse(Running, JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))) : null
	} catch {
		return null
	}
}

/**
 * A command's settings with the actual address of its data folder's server. The command's flags override running.json, which
 * overrides variables and backseat.toml. A public-url is the base of links rather than a listening address, so the command's
 * own value always wins.
 */
export function withRunningAddress(config: Config, flags: Flags): Config {
	const running = runningAddress(config.dataDir)
	if (!running) return config
	const isGiven = (...names: string[]) => names.some((name) => flags[name] !== undefined)
	return {
		...config,
		host: isGiven('host', 'lan') ? config.host : running.host,
		port: isGiven('port') ? config.port : running.port,
		listen: isGiven('listen', 'host', 'lan', 'port', 'tls-cert', 'tls-key') ? config.listen : running.listen,
		basePath: isGiven('base-path') ? config.basePath : running.basePath,
		isLocalhostShared: running.isLocalhostShared,
		...(isGiven('tls-cert', 'tls-key') ? {} : { tlsCert: running.tlsCert, tlsKey: running.tlsKey }),
		trustedProxies: isGiven('trusted-proxies') ? config.trustedProxies : running.trustedProxies,
		publicUrl: config.publicUrl ?? running.publicUrl,
	}
}
