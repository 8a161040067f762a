import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { callWeights } from './call-weights.ts'
import { pageWeights } from './page-weights.ts'
import { serverWeights } from './server-weights.ts'

// bun scripts/weights/weights.ts           measures the build in dist/ and prints each figure beside its limit
// bun scripts/weights/weights.ts --write   and writes the figures to weights.json

/** Figures by name. None may be more than 2 % above its record in `weights.json`. */
export type Weights = Record<string, number>

export const recordFile = join(import.meta.dir, 'weights.json')
export const recorded = (): Promise<Weights> => Bun.file(recordFile).json()

/** How names of figures begin that end-to-end tests measure. */
export const IN_BROWSER = 'in a browser'
/** How names of figures begin that `bun run test:all` counts (instructions.long.test.ts). */
export const BY_VALGRIND = 'by valgrind'

const TOLERANCE = 0.02

/** Figures that have grown, or have fallen so far that the record no longer holds them there. */
export function drifted(measured: Weights, record: Weights): string[] {
	const names = new Set([...Object.keys(measured), ...Object.keys(record)])
	return [...names].flatMap((name) => {
		const [is, was] = [measured[name], record[name]]
		if (is === undefined || was === undefined) return `${name}: ${is ?? 'not measured'}, recorded: ${was ?? 'not yet'}`
		if (is > was * (1 + TOLERANCE)) return `${name}: ${is}, more than 2 % above ${was}`
		if (is < was * (1 - TOLERANCE))
			return `${name}: ${is} has fallen from ${was}; record it with bun scripts/weights/weights.ts --write`
		return []
	})
}

export async function measured(): Promise<Weights> {
	const ui = join(projectFolder, 'dist', 'ui')
	return {
		...(await pageWeights(ui)),
		...(await serverWeights(join(projectFolder, 'dist', 'backseat'))),
		...(await callWeights()),
	}
}

if (import.meta.main) {
	const figures = await measured()
	if (process.argv.includes('--write')) {
		await Bun.write(`${recordFile}.new`, `${JSON.stringify({ ...(await recorded()), ...figures }, null, '\t')}\n`)
		await rename(`${recordFile}.new`, recordFile)
	}
	const record = await recorded()
	for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure} (recorded ${record[name]})`)
}
