import { ask, benchCalls } from './calls.ts'
import { memoryOf, processorTime } from './proc.ts'
import { atMost, comparisonTable, median, type Section } from './report.ts'
import { buildsOf, dataFolder, type Options, startBackseat } from './servers.ts'

const GROUPS = 30
/** In the first two minutes, Bun's cleanup costs ten times the processor time of an idle group. */
const SETTLE_SECONDS = 150
const IDLE_SECONDS = 30

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Runs many groups on one machine, one build after the other, and measures the cost of each group. */
export async function manySection(options: Options): Promise<Section> {
	const columns: { head: string; figures: Awaited<ReturnType<typeof measure>> }[] = []
	for (const [head, program] of buildsOf(options)) columns.push({ head, figures: await measure(program) })
	const now = columns[0]?.figures
	return {
		title: `${GROUPS} groups on one machine`,
		text: comparisonTable(columns, {
			idle: ['memory of each (PSS), idle', (mb) => `${mb.toFixed(1)} MB`],
			used: ['the same after 20 ratings and 40 reads', (mb) => `${mb.toFixed(1)} MB`],
			idleMs: ['processor of each, idle', (ms) => `${ms.toFixed(3)} ms a second`],
		}),
		targets: [
			atMost('memory of one idle group among many', 20, now?.idle ?? Number.NaN, ' MB', 1),
			atMost('processor of an idle group', 0.1, now?.idleMs ?? Number.NaN, ' ms a second', 3),
		],
	}
}

async function measure(program: readonly string[]) {
	const groups: Awaited<ReturnType<typeof startBackseat>>[] = []
	try {
		// Daily backups are off, because the first one would start after a minute, during the measurement.
		for (let n = 0; n < GROUPS; n += 1)
			groups.push(await startBackseat(await dataFolder(100), program, ['--backup-keep-daily', '0']))
		await Bun.sleep(SETTLE_SECONDS * 1000)
		const processor = () => mean(groups.map(({ pid }) => processorTime(pid)))
		const before = processor()
		await Bun.sleep(IDLE_SECONDS * 1000)
		const idleMs = (processor() - before) / 1000 / IDLE_SECONDS
		const memory = () => median(groups.map(({ pid }) => memoryOf(pid).proportional))
		const idle = memory()
		const { page, home, rate1 } = benchCalls
		for (const { origin } of groups)
			for (let n = 0; n < 20; n += 1) for (const call of [page, home, rate1]) await (await ask(origin, call)).text()
		await Bun.sleep(3000)
		return { idle, used: memory(), idleMs }
	} finally {
		await Promise.all(groups.map(({ stop }) => stop('SIGKILL')))
	}
}
