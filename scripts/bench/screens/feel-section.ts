import { markdownTable, median } from '../figures.ts'
import type { Section } from '../section.ts'
import { nextPaintOf, type Phone, withPhone } from './phone.ts'

const SLOWER = 6
const MOST_FOR_STAR_MS = 50
const MOST_FOR_RATING_MS = 100
/** The specification lets a tapped row light up for so long before it opens. */
const HIGHLIGHT_MS = 150

export async function feelSection({ binary, rounds = 5 }: { binary?: string; rounds?: number }): Promise<Section> {
	const { star, rating } = await withPhone(binary, async (phone) => ({
		star: await starTapped(phone, rounds),
		rating: await homeToRating(phone, rounds),
	}))
	const row = (name: string, times: number[]) => [
		name,
		...[median(times), Math.min(...times), Math.max(...times)].map((ms) => `${ms.toFixed(0)} ms`),
	]
	const afterHighlight = median(rating) - HIGHLIGHT_MS
	return {
		title: 'Feel',
		text: [
			'From the touch to the frame that shows it, in Chromium at the size of a phone.\n',
			markdownTable(
				['', 'median', 'best', 'worst'],
				[
					row(`star tapped to star painted, ${SLOWER} × slower processor`, star),
					row(`driver tapped on /home to the rating form with data, ${HIGHLIGHT_MS} ms of highlight included`, rating),
				],
			),
		].join('\n'),
		targets: [
			{
				what: `star tapped to star painted, ${SLOWER} × slower processor`,
				target: `< ${MOST_FOR_STAR_MS} ms`,
				measured: `${median(star).toFixed(0)} ms`,
				isMet: median(star) < MOST_FOR_STAR_MS,
			},
			{
				what: 'home to rating with data, after the highlight',
				target: `< ${MOST_FOR_RATING_MS} ms`,
				measured: `${afterHighlight.toFixed(0)} ms`,
				isMet: afterHighlight < MOST_FOR_RATING_MS,
			},
		],
	}
}

/** One star fires confetti and one makes all stars wobble: the three between them. */
async function starTapped({ origin, newContext }: Phone, rounds: number): Promise<number[]> {
	const context = await newContext()
	const page = await context.newPage()
	await page.goto(`${origin}/rating/102`)
	await page.getByRole('radio', { name: '4 stars' }).waitFor()
	await page.waitForLoadState('networkidle')
	await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
	const times: number[] = []
	for (let round = 0; round < rounds * 3; round++) {
		const nth = 2 + (round % 3)
		const painted = await nextPaintOf(page, `.star-target:nth-child(${nth}):has(:checked)`)
		await page.locator(`.star-target:nth-child(${nth})`).tap()
		times.push(await painted())
	}
	await context.close()
	return times
}

async function homeToRating({ origin, newContext }: Phone, rounds: number): Promise<number[]> {
	const times: number[] = []
	for (let round = 0; round < rounds; round++) {
		const context = await newContext()
		const page = await context.newPage()
		await page.goto(`${origin}/home`)
		const row = page.getByRole('link', { name: /^Demo Driver/ }).first()
		await row.waitFor()
		await page.waitForLoadState('networkidle')
		const painted = await nextPaintOf(page, 'main:has(.star-target)', 'Driving Today')
		await row.tap()
		times.push(await painted())
		await context.close()
	}
	return times
}
