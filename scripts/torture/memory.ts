import { existsSync, readFileSync } from 'node:fs'

const megabytes = (kilobytes: string | undefined) => Math.round(Number(kilobytes) / 1024)

/** What a process occupies, as the system counts it; one that has ended, nothing. Only Linux has it without `ps`. */
function residentMb(pid: number): number {
	const status = `/proc/${pid}/status`
	if (process.platform === 'linux')
		return existsSync(status) ? megabytes(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] ?? '0') : 0
	const { stdout } = Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)])
	return megabytes(stdout.toString().trim())
}

/** Measures the memory of a process every quarter of a second until stopped. */
export function watchMemory(pid: number) {
	const startMb = residentMb(pid)
	let peakMb = startMb
	const look = () => {
		peakMb = Math.max(peakMb, residentMb(pid))
	}
	const timer = setInterval(look, 250)
	return {
		stop() {
			clearInterval(timer)
			look()
			return { startMb, peakMb }
		},
	}
}
