import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { StartRefused } from '#server/process/start-refused.ts'
import type { ServicePlace } from './service-place.ts'

/** What is asked of this machine is not to be had on it: EX_UNAVAILABLE. */
export const EX_UNAVAILABLE = 69

export const UNIT = 'backseat.service'

export type Ran = { exitCode: number; stdout: string; stderr: string }

/** Runs a program of the system to its end. One that is not there counts as one that failed. */
export function run(program: string, words: readonly string[], env?: Record<string, string>): Ran {
	const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', ...(env ? { env } : {}) })
	return { exitCode: status ?? 1, stdout: stdout ?? '', stderr: stderr || (error?.message ?? '') }
}

/** systemctl for the machine or for this person. Answers what it said, whatever it said. */
export const askSystemd = ({ isUser }: ServicePlace, ...words: string[]): Ran =>
	run('systemctl', [...(isUser ? ['--user'] : []), '--no-pager', ...words])

export const inOneLine = (said: string) => said.trim().replaceAll(/\s*\n\s*/g, ' ')

/** systemctl that must succeed. */
export function tellSystemd(place: ServicePlace, ...words: string[]): void {
	const { exitCode, stderr } = askSystemd(place, ...words)
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
