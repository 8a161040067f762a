import type { Environment } from '#server/settings/setting-sources.ts'

/** What a command reads from and writes to. main.ts hands in this process; tests hand in streams of their own. */
export type Terminal = {
	stdin: NodeJS.ReadableStream & { isTTY?: boolean }
	stdout: NodeJS.WritableStream & { isTTY?: boolean }
	stderr: NodeJS.WritableStream
	env: Environment
}
