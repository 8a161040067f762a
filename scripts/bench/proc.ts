import { existsSync, readFileSync } from 'node:fs'

// Linux only; NaN on other systems.

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** CPU time of the process across all threads, in µs; Linux counts it in hundredths of a second. */
export function processorTime(pid: number): number {
	// The second field is the program's name in brackets, which may contain spaces.
	const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
	return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** In MB. `proportional` (PSS) divides mappings shared by several processes, such as the program, among them. */
export function memoryOf(pid: number) {
	const text = read(`/proc/${pid}/smaps_rollup`)
	const mb = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024
	return { resident: mb('Rss'), proportional: mb('Pss'), anonymous: mb('Anonymous') }
}

export const hasChildren = (pid: number) => read(`/proc/${pid}/task/${pid}/children`).trim() !== ''
