import { markdownTable, median } from '../figures.ts'
import { atMost, type Section } from '../section.ts'
import { type CallName, callNames } from './calls.ts'
import { type CompareOptions, withContestants } from './compare.ts'
import { burst } from './load.ts'

/** The same reads with few and with very many ratings: two servers that take turns. */
export async function growthSection(
	options: Pick<CompareOptions, 'rounds' | 'seconds' | 'program' | 'calls'> & { sizes?: readonly [number, number] },
): Promise<Section> {
	const { sizes = [1000, 5_000_000], rounds = 5, seconds = 1, program, calls: chosen = callNames } = options
	const [few, many] = sizes
	const alone = { against: [], program }
	const times = await withContestants({ ratings: few, ...alone }, (small) =>
		withContestants({ ratings: many, ...alone }, async (large) => {
			const measured: { call: CallName; name: string; ratios: number[] }[] = []
			const origins = [small, large].map(({ servers }) => servers.get('backseat')?.origin ?? '')
			for (const call of chosen) {
				const made = small.calls[call]
				if (made.kind !== 'read' || !made.isOfData) continue
				const ratios: number[] = []
				for (let round = 0; round <= rounds; round++) {
					const perSecond: number[] = []
					for (const origin of origins) perSecond.push((await burst({ origin, call: made, seconds })).perSecond)
					const [withFew = Number.NaN, withMany = Number.NaN] = perSecond
					if (round > 0) ratios.push(withFew / withMany)
				}
				console.log(`${made.name}: ${median(ratios).toFixed(2)} × its time with ${few} ratings`)
				measured.push({ call, name: made.name, ratios })
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
			],
			times.map(({ name, ratios }) => [
				name,
				...[median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => `${ratio.toFixed(2)} ×`),
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
