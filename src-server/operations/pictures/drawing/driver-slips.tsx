import type { ReactNode } from 'react'
import { answersOf } from '#contract/impressions.ts'
import { JUDGE_KINDS, type JudgeKind } from '#contract/judging.ts'
import { AWARDS } from '#contract/receipts.ts'
import { inFigures, t, tn } from '#contract/text.ts'
import { type ContentOf, monthInWords, type PictureShape } from '#server/operations/pictures/picture-content.ts'
import { Rosette, YearInMirror } from './award-ornaments.tsx'
import { COLOURS } from './colours.ts'
import { praiseOf } from './praise.ts'
import {
	label,
	line,
	mean,
	oneDecimal,
	type Part,
	paragraph,
	percentInWords,
	rule,
	type SlipProps,
	section,
	shares,
	stars,
	twoLines,
	words,
} from './slip.tsx'
import { Paragraph } from './words.tsx'

export type DriverContent = ContentOf<'card' | 'receipt' | 'unrated' | 'rate' | 'award' | 'year' | 'judge'>

/**
 * Position and size of the slip for one kind of picture in one shape. Without a link, the slip moves down by `lower`
 * pixels.
 */
type Layout = { y: number; lower?: number; height: number; top: number; scale: number }

const FIGURES: Record<PictureShape, Layout> = {
	preview: { y: 30, height: 556, top: 36, scale: 1 },
	story: { y: 704, lower: 244, height: 570, top: 40, scale: 1.04 },
}
const QUESTION: Record<PictureShape, Layout> = {
	preview: { y: 76, height: 450, top: 48, scale: 1 },
	story: { y: 712, lower: 284, height: 556, top: 52, scale: 1.32 },
}
const YEAR: Record<PictureShape, Layout> = {
	preview: { y: 104, height: 482, top: 88, scale: 1 },
	story: { y: 776, lower: 234, height: 498, top: 96, scale: 1.02 },
}
const LAYOUTS: Record<DriverContent['kind'], Record<PictureShape, Layout>> = {
	card: FIGURES,
	receipt: FIGURES,
	rate: QUESTION,
	unrated: QUESTION,
	award: {
		preview: { y: 96, height: 490, top: 358, scale: 1 },
		story: { y: 704, lower: 272, height: 570, top: 408, scale: 1.12 },
	},
	year: YEAR,
	judge: YEAR,
}
const PAPER = { preview: { x: 612, width: 518, tilt: 2.2 }, story: { x: 120, width: 840, tilt: -1.6 } }
const QUESTIONS = {
	rate: {
		// Translators: '|' is where the second line begins; the two are about as long
		text: () => t('How’s my|driving?'),
		// Translators: on the picture of a driver who can be rated, at most 34 characters
		below: () => t('Tap. Judge. No account needed.'),
		stars: 5,
	},
	unrated: {
		// Translators: '|' is where the second line begins; the two are about as long
		text: () => t('No verdict|yet.'),
		// Translators: on the picture of a driver without ratings, at most 34 characters
		below: () => t('Somebody has to go first.'),
		stars: 0,
	},
} as const

/** The slip of a picture of one driver, and the ornament that holds it in place of tape. */
export function driverSlip(content: DriverContent, shape: PictureShape): { slip: SlipProps; over: ReactNode } {
	const { lower = 0, ...layout } = LAYOUTS[content.kind][shape]
	const y = layout.y + ('link' in content && content.link !== undefined ? 0 : lower)
	const over = ornamentOver(content, shape, y)
	const isTaped = over === null
	const margin = content.kind === 'receipt' ? 40 : 44
	return { slip: { ...PAPER[shape], ...layout, y, isTaped, margin, parts: partsOf(content, shape) }, over }
}

function ornamentOver(content: DriverContent, shape: PictureShape, y: number): ReactNode {
	const isPreview = shape === 'preview'
	if (content.kind === 'award' && isPreview) return <Rosette award={content.award} cx={886} cy={122} r={102} />
	if (content.kind !== 'year' && content.kind !== 'judge') return null
	const box = isPreview ? { cx: 880, y: -12, width: 330 } : { cx: 540, y: y - 126, width: 350 }
	return <YearInMirror year={content.year} {...box} />
}

function partsOf(content: DriverContent, shape: PictureShape): Part[] {
	const praise = (cy: number) => paragraph(praiseOf(content), cy, 62, 32)
	const isPreview = shape === 'preview'
	switch (content.kind) {
		case 'card':
			return [
				// Translators: on a receipt, before a number
				line(t('RIDES RATED'), inFigures(content.totalRides), 34, 25),
				mean(oneDecimal(content.averageStar), {
					y: 148,
					size: isPreview ? 124 : 146 / 1.04,
					gap: 18,
					star: [0.72, 0.7],
				}),
				rule(178),
				shares(content, { y: 222, step: 76, bar: { below: 12, height: 26 } }),
				rule(440),
				praise(480),
			]
		case 'receipt':
			return [
				stars(content.starRating, 4, 72),
				paragraph(content.joke, 168, 150, 64),
				rule(266),
				...answersOf(content).map(({ question, answer }, nth) =>
					line(question, answer, 314 + nth * 46, isPreview ? 27 : 34 / 1.04),
				),
				rule(440),
				praise(480),
			]
		case 'rate':
		case 'unrated': {
			const question = QUESTIONS[content.kind]
			return [
				...twoLines(question.text()).map((text, nth) => words(text, 78 + nth * 88, 92, 'display', 22)),
				stars(question.stars, 204, 82),
				rule(318),
				words(question.below(), 364, 24, 'receipt'),
			]
		}
		case 'award': {
			const room = isPreview
				? { cx: 259, width: 440, top: 178, scale: 1 }
				: { cx: 596, width: 410, top: 84, scale: 1.3 }
			return [
				() => (isPreview ? null : <Rosette award={content.award} cx={216} cy={190} r={134} />),
				section(room, [paragraph(AWARDS[content.award].name(), 40, 98, 60), label(content.figure, 122, 34)]),
				// Translators: on the receipt of an award, before a month: 'November 2026'
				line(t('Won in'), monthInWords(content.month), 30, 26),
				rule(56),
				praise(98),
			]
		}
		case 'year': {
			const rides = tn('# ride', '# rides', content.rides)
			return [
				words(t('A year behind the wheel'), 42, 33, 'display'),
				mean(oneDecimal(content.averageStar), { y: 128, size: 80, gap: 12, star: [0.78, 0.73], beside: rides }),
				rule(158),
				shares(content, { y: 204, step: 66, bar: { below: 9, height: 22 } }),
			]
		}
		case 'judge':
			return [
				words(t('A year in the back seat'), 42, 33, 'display'),
				judgeStamp(content.judgeKind, 124),
				rule(204),
				// Translators: on a receipt, before a number; as the next two
				line(t('Verdicts'), inFigures(content.verdicts), 252, 27),
				line(t('Stars on average'), oneDecimal(content.averageStar), 302, 27),
				line(t('Steering done'), percentInWords(0), 352, 27),
			]
	}
}

/** As the stamp on the list of one's own verdicts. */
const judgeStamp =
	(kind: JudgeKind, cy: number): Part =>
	({ cx, width, at, scale }) => (
		<g transform={`rotate(-3 ${cx} ${at(cy)})`}>
			<rect
				x={cx - width * 0.47}
				y={at(cy - 50)}
				width={width * 0.94}
				height={100 * scale}
				rx={18 * scale}
				fill="none"
				stroke={COLOURS.dusk}
				strokeWidth={7 * scale}
			/>
			<Paragraph
				font="display"
				x={cx}
				cy={at(cy)}
				width={width * 0.84}
				height={78 * scale}
				largest={50 * scale}
				fill={COLOURS.dusk}
			>
				{JUDGE_KINDS[kind].name()}
			</Paragraph>
		</g>
	)
