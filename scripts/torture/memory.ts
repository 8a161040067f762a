import { readFileSync } from 'node:fs'

const megabytes = (kilobytes: string | undefined) => Math.round(Number(kilobytes) / 1024)

/** What a process occupies, as the system counts it. Only Linux tells without being asked for each process. */
function residentMb(pid: number): number {
	if (process.platform === 'linux')
		return megabytes(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
	const { stdout } = Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)])
	return megabytes(stdout.toString().trim())
}

/** Looks every quarter of a second, until it is stopped, how much memory a process has. */
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
