import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { StartRefused } from '#server/process/start-refused.ts'
import type { ServicePlace } from './service-place.ts'

/** EX_UNAVAILABLE: this machine cannot do what was asked. */
export const EX_UNAVAILABLE = 69

export const UNIT = 'backseat.service'

export type RunResult = { exitCode: number; stdout: string; stderr: string }

/** Runs a program of the system to its end. A missing program counts as one that failed. */
export function run(program: string, words: readonly string[], env?: Record<string, string>): RunResult {
	const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', ...(env ? { env } : {}) })
	return { exitCode: status ?? 1, stdout: stdout ?? '', stderr: stderr || (error?.message ?? '') }
}

/** Calls systemctl for the machine or for this person. Answers its output, also when it failed. */
export const trySystemctl = ({ isUser }: ServicePlace, ...words: string[]): RunResult =>
	run('systemctl', [...(isUser ? ['--user'] : []), '--no-pager', ...words])

export const inOneLine = (said: string) => said.trim().replaceAll(/\s*\n\s*/g, ' ')

/** Calls systemctl and throws if it fails. */
export function runSystemctl(place: ServicePlace, ...words: string[]): void {
	const { exitCode, stderr } = trySystemctl(place, ...words)
	if (exitCode !== 0)
		throw new StartRefused(`systemctl ${words.join(' ')} failed (${exitCode}): ${inOneLine(stderr)}`, EX_UNAVAILABLE)
}

/** sd_booted(3): systemctl is on many machines, and in many containers, that something else has started. */
export function refuseWithoutSystemd(isBooted = existsSync('/run/systemd/system')): void {
	if (isBooted) return
	throw new StartRefused(
		"This machine was not started by systemd, so there is no such service here. Run 'backseat serve' from what starts programs here, or in a container.",
		EX_UNAVAILABLE,
	)
}
