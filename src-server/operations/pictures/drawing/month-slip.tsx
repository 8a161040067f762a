import { AWARDS } from '#contract/receipts.ts'
import { inFigures, t } from '#contract/text.ts'
import { AwardMark } from '#look/award-marks.tsx'
import type { ContentOf, PictureShape } from '#server/operations/pictures/picture-content.ts'
import { COLOURS } from './colours.ts'
import { drawableName, noLetters } from './drawable-name.ts'
import { line, type Part, paragraph, rule, type SlipProps, words } from './slip.tsx'
import { Paragraph, Words, widthOf } from './words.tsx'

type Month = ContentOf<'month'>
type Award = Month['awards'][number]

/** `cy`: middle of the paper, which is as high as its rows need, up to `most`. */
const PAPER = {
	preview: { x: 610, cy: 304, width: 546, most: 540, scale: 1, tilt: 1.6 },
	story: { x: 90, cy: 912, width: 900, most: 990, scale: 1.5, tilt: -1.2 },
}
const [HEAD, FOOT, ROW_MAX] = [138, 30, 96]

export function monthSlip(month: Month, shape: PictureShape): SlipProps {
	const { cy, most, ...paper } = PAPER[shape]
	const { scale } = paper
	const { awards, rides, people, bumpy } = month
	const isEmpty = awards.length === 0
	const rows = Math.max(2, awards.length)
	const row = Math.min(ROW_MAX * scale, (most - (HEAD + FOOT) * scale) / rows)
	const height = (HEAD + FOOT) * scale + rows * row
	const awardRows: Part = ({ x, width }) =>
		awards.map((award, nth) => (
			<AwardRow
				key={award.award}
				award={award}
				x={x}
				y={HEAD * scale + nth * row}
				width={width}
				height={row}
				scale={scale}
			/>
		))
	return {
		...paper,
		y: cy - height / 2,
		height,
		margin: 38,
		parts: [
			// Translators: on the receipt of a month, before a number; as the next two
			line(t('Rides'), inFigures(rides), 50, 23),
			line(t('Drivers'), inFigures(people), 80, 23),
			line(t('Speed bumps'), inFigures(bumpy), 110, 23),
			rule(128),
			...(isEmpty
				? [
						paragraph(t('Too few rides for a trophy.'), 206, 70, 40),
						words(t('Somebody has to drive.'), 264, 22, 'receipt'),
					]
				: [awardRows]),
		],
	}
}

type RowProps = { award: Award; x: number; y: number; width: number; height: number; scale: number }

/** The award's mark, its name above those of its winners, and the figure. */
function AwardRow({ award: { award, figure, winners, others }, x, y, width, height, scale }: RowProps) {
	const mark = height * 0.8
	const left = x + mark + 16 * scale
	const size = Math.min(height * 0.34, 26 * scale)
	const room = x + width - left
	const figureWidth = Math.min(widthOf(figure, size, 'display'), room * 0.42)
	const names = winners.flatMap(({ name }) => drawableName(name) ?? [])
	const all = [...names, ...(others > 0 ? [`+${others}`] : [])].join(', ')
	return (
		<g>
			<g transform={`translate(${x} ${y + height * 0.1})`}>
				<AwardMark award={award} size={mark} />
			</g>
			<Words
				x={left}
				y={y + height * 0.36}
				size={Math.min(height * 0.3, 21 * scale)}
				maxWidth={room}
				fill={COLOURS.muted}
			>
				{AWARDS[award].name()}
			</Words>
			<Words font="display" x={x + width} y={y + height * 0.78} size={size} anchor="end" maxWidth={figureWidth}>
				{figure}
			</Words>
			<Paragraph
				font={names.length > 0 ? 'name' : 'text'}
				anchor="start"
				x={left}
				cy={y + height * 0.68}
				width={room - figureWidth - 16 * scale}
				height={height * 0.5}
				largest={Math.min(height * 0.42, 34 * scale)}
				smallestWhole={0.5}
			>
				{names.length > 0 ? all : noLetters()}
			</Paragraph>
		</g>
	)
}
