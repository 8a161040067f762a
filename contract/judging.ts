import * as v from 'valibot'
import { call } from './call.ts'
import type { StarCounts } from './driver-kinds.ts'
import { Stars } from './ratings.ts'
import { t } from './text.ts'

// Not part of ratings.ts, which every page loads: only the list of one's own verdicts needs this file.

export const JUDGED_FROM = 3

export const OTHERS_MIN = 3

/** One star in millionths, the unit of `kinderBy`. */
export const STAR = 1_000_000

/** The input of the rules: integers, because floats miss a mean of exactly 4.5. */
export type JudgingFigures = {
	stars: Readonly<StarCounts>
	/** Verdicts on drivers with `OTHERS_MIN` ratings by others. */
	compared: number
	/** The stars of the compared verdicts minus the sum of the others' mean per driver, in millionths of a star. */
	kinderBy: number
}

type Row = { name: () => string; line: () => string; rule: (figures: JudgingFigures) => boolean }

const verdictsIn = ({ stars }: JudgingFigures) => stars.reduce((sum, count) => sum + count, 0)
const starsIn = ({ stars }: JudgingFigures) => stars.reduce((sum, count, at) => sum + count * (at + 1), 0)

/** The kinds of judges in order of precedence: the first matching rule decides, and the last rule always matches. */
export const JUDGE_KINDS = {
	generous: {
		name: () => t('The Standing Ovation'),
		line: () => t('You clap when the car has stopped.'),
		rule: (figures) => 2 * starsIn(figures) >= 9 * verdictsIn(figures),
	},
	tough: {
		name: () => t('The Driving Examiner'),
		line: () => t('The clipboard never leaves your lap.'),
		rule: (figures) => 2 * starsIn(figures) <= 5 * verdictsIn(figures),
	},
	even: {
		name: () => t('The Gearbox'),
		line: () => t('One to five, and you use every gear.'),
		rule: ({ stars }) => stars.every((count) => count > 0),
	},
	kinder: {
		name: () => t('The Soft Suspension'),
		line: () => t('Where others feel a pothole, you feel the beat.'),
		rule: ({ compared, kinderBy }) => compared > 0 && 2 * kinderBy >= STAR * compared,
	},
	harsher: {
		name: () => t('The Speed Camera'),
		line: () => t('Where others wave them through, you flash.'),
		rule: ({ compared, kinderBy }) => compared > 0 && -2 * kinderBy >= STAR * compared,
	},
	steady: {
		name: () => t('The Cruise Control'),
		line: () => t('Steady hands, steady stars, no sudden moves.'),
		rule: () => true,
	},
} as const satisfies Record<string, Row>

const KEYS = Object.keys(JUDGE_KINDS) as (keyof typeof JUDGE_KINDS)[]

export const JudgeKind = v.picklist(KEYS)
export type JudgeKind = v.InferOutput<typeof JudgeKind>

export const judgeKindOf = (figures: JudgingFigures): JudgeKind =>
	KEYS.find((key) => JUDGE_KINDS[key].rule(figures)) ?? 'steady'

/** Below `JUDGED_FROM` verdicts everything except their number is null. */
export const Judging = v.object({
	verdicts: v.number(),
	averageStar: v.nullable(v.number()),
	/** The star given most often; in a tie, the higher one. */
	favouriteStar: v.nullable(Stars),
	/**
	 * Average difference, in stars to the millionth, from the others who rated the same drivers; negative means harsher.
	 * Null if there are no such ratings.
	 */
	kinderBy: v.nullable(v.number()),
	kind: v.nullable(JudgeKind),
})
export type Judging = v.InferOutput<typeof Judging>

export function judgingOf(figures: JudgingFigures): Judging {
	const { stars, compared, kinderBy } = figures
	const verdicts = verdictsIn(figures)
	if (verdicts < JUDGED_FROM) return { verdicts, averageStar: null, favouriteStar: null, kinderBy: null, kind: null }
	return {
		verdicts,
		averageStar: starsIn(figures) / verdicts,
		favouriteStar: stars.lastIndexOf(Math.max(...stars)) + 1,
		kinderBy: compared > 0 ? Math.round(kinderBy / compared) / STAR : null,
		kind: judgeKindOf(figures),
	}
}

export const getJudging = call({
	method: 'GET',
	path: '/ratings/judging',
	who: 'visitor-or-member',
	answers: { 200: Judging },
	docs: () => ({
		tag: 'Ratings',
		summary: 'How I judge',
		description:
			'Of the ratings I gave: how many, their mean, the stars I give most, by how many I am kinder than the others who rated the same drivers (negative: harsher), and what kind of judge that makes me. Others count where a driver has three ratings of them. Placeholders and sealed ratings do not count.',
		answers: { 200: 'Below three ratings, and for strangers, all but their number is null.' },
	}),
})
