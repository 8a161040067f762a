import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Config } from '#server/settings/config.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { isInstanceRunning } from './data/instance-lock.ts'

/*
 * running.json: where the server that holds this data folder is found. A command run beside it does not
 * know its flags, but the links that it prints and its own requests must lead to that server. The file counts only while
 * a server holds the lock.
 */

const Running = v.object({
	host: v.string(),
	port: v.number(),
	basePath: v.string(),
	tlsCert: v.nullable(v.string()),
	publicUrl: v.nullable(v.pipe(v.string(), v.url())),
	// Unknown while the server of an earlier version still runs.
	tlsKey: v.optional(v.nullable(v.string()), null),
	trustedProxies: v.optional(v.array(v.string()), []),
	listen: v.optional(v.nullable(v.string()), null),
	isLocalhostShared: v.optional(v.boolean()),
	timeZone: v.optional(v.string()),
})

type Listening = Pick<
	Config,
	'host' | 'port' | 'listen' | 'basePath' | 'tlsCert' | 'tlsKey' | 'publicUrl' | 'trustedProxies' | 'isLocalhostShared'
>

const fileIn = (dataDir: string) => join(dataDir, 'running.json')

/** With the port that was really taken. No data depend on it, so a failure to write it is ignored. */
export function writeRunningAddress(config: Listening & Pick<Config, 'dataDir' | 'timeZone'>) {
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
		timeZone: timeZoneOf(config),
	}
	try {
		// Anew, so that it is for this user alone whatever lay there.
		rmSync(fileIn(dataDir), { force: true })
		writeFileSync(fileIn(dataDir), `${JSON.stringify(running, null, '\t')}\n`, { mode: 0o600 })
	} catch {
		// A full disk, for example, which the start reports itself.
	}
}

export const removeRunningAddress = (dataDir: string) => rmSync(fileIn(dataDir), { force: true })

/** Null where no server runs, or the file is missing or has been edited. */
export function runningAddress(dataDir: string): Listening | null {
	const running = runningIn(dataDir)
	if (!running) return null
	const { timeZone: _, ...listening } = running
	return { ...listening, publicUrl: running.publicUrl === null ? null : new URL(running.publicUrl) }
}

/** The time zone of the server that runs: its environment is not that of a command. Null where none runs, or an older one. */
export const runningTimeZone = (dataDir: string): string | null => runningIn(dataDir)?.timeZone ?? null

function runningIn(dataDir: string): v.InferOutput<typeof Running> | null {
	try {
		return isInstanceRunning(dataDir) ? v.parse(Running, JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))) : null
	} catch {
		return null
	}
}

/**
 * The settings of a command with the address at which the server of its data folder really runs. Of two that disagree,
 * a flag of the command counts first, then running.json, then variables and backseat.toml. A public-url is not
 * where it listens but what links start with, so one that the command was given in any way counts.
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
