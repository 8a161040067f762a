import { markdownTable, median } from '../figures.ts'
import { atMost, type Section } from '../section.ts'
import { callNames } from './calls.ts'
import { type CompareOptions, withContestants } from './compare.ts'
import { type Burst, burst } from './load.ts'

/** The same reads with few and with very many ratings: two servers that take turns. */
export async function growthSection(
	options: Pick<CompareOptions, 'rounds' | 'seconds' | 'program' | 'calls'> & { sizes?: readonly [number, number] },
): Promise<Section> {
	const { sizes = [1000, 5_000_000], rounds = 5, seconds = 1, program, calls: chosen = callNames } = options
	const [few, many] = sizes
	const alone = { against: [], program }
	const times = await withContestants({ ratings: few, ...alone }, (small) =>
		withContestants({ ratings: many, ...alone }, async (large) => {
			const measured: { name: string; ratios: number[]; work: number }[] = []
			const both = [small, large].map(({ servers }) => servers.get('backseat')).filter((server) => server !== undefined)
			for (const call of chosen) {
				const made = small.calls[call]
				if (made.kind !== 'read' || !made.isOfData) continue
				const ratios: number[] = []
				const works: number[] = []
				for (let round = 0; round <= rounds; round++) {
					const bursts: Burst[] = []
					for (const server of both) bursts.push(await burst({ server, call: made, seconds }))
					const [withFew, withMany] = bursts
					if (round === 0 || !withFew || !withMany) continue
					ratios.push(withFew.perSecond / withMany.perSecond)
					works.push(withMany.work / withFew.work)
				}
				const work = median(works)
				console.log(
					`${made.name}: ${median(ratios).toFixed(2)} × its time with ${few} ratings, ${work.toFixed(2)} × its work`,
				)
				measured.push({ name: made.name, ratios, work })
			}
			return measured
		}),
	)
	const [slowest] = times
		.map(({ name, ratios }) => ({ name, ratio: median(ratios) }))
		.toSorted((a, b) => b.ratio - a.ratio)
	return {
		title: 'Growth',
		text: markdownTable(
			[
				`time with ${many.toLocaleString('en')} ratings, of that with ${few.toLocaleString('en')}`,
				'median',
				'best',
				'worst',
				'by processor time',
			],
			times.map(({ name, ratios, work }) => [
				name,
				...[median(ratios), Math.min(...ratios), Math.max(...ratios), work].map((ratio) => `${ratio.toFixed(2)} ×`),
			]),
		),
		targets: slowest
			? [
					atMost(
						`growth, ${many.toLocaleString('en')} against ${few.toLocaleString('en')} ratings`,
						1.2,
						slowest.ratio,
						` (${slowest.name})`,
					),
				]
			: [],
	}
}
