import { IMPRESSIONS } from '#contract/impressions.ts'
import { AWARDS, type AwardKey } from '#contract/receipts.ts'
import { AwardMark } from '#look/award-marks.tsx'
import { Mirror } from '#look/shapes.tsx'
import type { ContentOf } from '#server/operations/pictures/picture-content.ts'
import { COLOURS } from './colours.ts'
import { praiseOf, type Scene, WithDriver } from './driver-scenes.tsx'
import { Receipt, ReceiptLine, ReceiptRule, ShareBar } from './paper.tsx'
import { Star } from './stickers.tsx'
import { Label, Paragraph, Words, widthOf } from './words.tsx'

type Award = ContentOf<'award'>
type Year = ContentOf<'year'>

export const AwardScene: Scene<Award> = ({ content, shape, name }) => {
	const { award, link } = content
	const y = link === undefined ? 976 : 704
	return (
		<WithDriver driver={content} shape={shape} name={name}>
			{shape === 'preview' ? (
				<>
					<Receipt x={612} y={96} width={518} height={490} tilt={2.2} isTaped={false}>
						<AwardWords award={content} cx={259} width={440} top={178} scale={1} />
						<Awarded award={content} width={518} top={358} scale={1} />
					</Receipt>
					<Rosette award={award} cx={886} cy={122} r={102} />
				</>
			) : (
				<Receipt x={120} y={y} width={840} height={570} tilt={-1.6}>
					<Rosette award={award} cx={216} cy={190} r={134} />
					<AwardWords award={content} cx={596} width={410} top={84} scale={1.3} />
					<Awarded award={content} width={840} top={408} scale={1.12} />
				</Receipt>
			)}
		</WithDriver>
	)
}

type AwardWordsProps = { award: Award; cx: number; width: number; top: number; scale: number }

const AwardWords = ({ award, cx, width, top, scale }: AwardWordsProps) => (
	<>
		<Paragraph font="display" x={cx} cy={top + 40 * scale} width={width} height={98 * scale} largest={60 * scale}>
			{AWARDS[award.award].name}
		</Paragraph>
		<Label cx={cx} cy={top + 122 * scale} size={34 * scale} maxWidth={width} fill={COLOURS.taxi}>
			{award.figure}
		</Label>
	</>
)

type AwardedProps = { award: Award; width: number; top: number; scale: number }

function Awarded({ award, width, top, scale }: AwardedProps) {
	const margin = 44 * scale
	const inner = { x: margin, width: width - 2 * margin }
	return (
		<>
			<ReceiptLine label="Won in" value={monthInWords(award.month)} {...inner} y={top + 30 * scale} size={26 * scale} />
			<ReceiptRule {...inner} y={top + 56 * scale} />
			<Paragraph
				font="display"
				x={width / 2}
				cy={top + 98 * scale}
				width={inner.width}
				height={62 * scale}
				largest={32 * scale}
			>
				{praiseOf(award)}
			</Paragraph>
		</>
	)
}

const monthInWords = (month: string) =>
	new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const PETALS = 16

function Rosette({ award, cx, cy, r }: { award: AwardKey; cx: number; cy: number; r: number }) {
	const points = Array.from({ length: PETALS }, (_, nth) => {
		const at = (turn: number, radius: number) => {
			const angle = (2 * Math.PI * (nth + turn)) / PETALS
			return `${Math.round(Math.cos(angle) * radius)} ${Math.round(Math.sin(angle) * radius)}`
		}
		return `${nth === 0 ? `M${at(0, r * 0.93)}` : ''}Q${at(0.5, r * 1.16)} ${at(1, r * 0.93)}`
	})
	const [petals, ink] = [
		`${points.join('')}z`,
		{ stroke: COLOURS.asphalt, strokeWidth: 6, strokeLinejoin: 'round' } as const,
	]
	const tail = `M${-r * 0.3} 0H${r * 0.3}V${r * 1.5}L0 ${r * 1.26}L${-r * 0.3} ${r * 1.5}z`
	return (
		<g transform={`translate(${cx} ${cy})`}>
			{[24, -24].map((turn) => (
				<path key={turn} d={tail} transform={`rotate(${turn})`} fill={COLOURS.brake} {...ink} />
			))}
			<path d={petals} fill={COLOURS.asphalt} transform="translate(7 8)" {...ink} />
			<path d={petals} fill={COLOURS.taxi} {...ink} />
			<g transform={`translate(${-r * 0.74} ${-r * 0.74})`}>
				<AwardMark award={award} size={r * 1.48} />
			</g>
		</g>
	)
}

export const YearScene: Scene<Year> = ({ content, shape, name }) => {
	const y = content.link === undefined ? 1010 : 776
	return (
		<WithDriver driver={content} shape={shape} name={name}>
			{shape === 'preview' ? (
				<>
					<Receipt x={612} y={104} width={518} height={482} tilt={2.2} isTaped={false}>
						<YearFigures year={content} width={518} top={88} scale={1} />
					</Receipt>
					<YearInMirror year={content.year} cx={880} y={-12} width={330} />
				</>
			) : (
				<>
					<Receipt x={120} y={y} width={840} height={498} tilt={-1.6} isTaped={false}>
						<YearFigures year={content} width={840} top={96} scale={1.02} />
					</Receipt>
					<YearInMirror year={content.year} cx={540} y={y - 126} width={350} />
				</>
			)}
		</WithDriver>
	)
}

/** `y` is the point it hangs from. */
const YearInMirror = ({ year, cx, y, width }: { year: number; cx: number; y: number; width: number }) => (
	<g transform={`translate(${cx} ${y}) rotate(-2)`}>
		<g
			transform={`translate(${-width / 2} 0) scale(${width / 48})`}
			stroke={COLOURS.asphalt}
			strokeWidth="1.3"
			strokeLinejoin="round"
		>
			<g transform="translate(1 1.2)">
				<Mirror glass={COLOURS.asphalt} holder={COLOURS.asphalt} />
			</g>
			<Mirror holder={COLOURS.receipt} />
			<path d="M6.4 17.5l2-4.6M8.2 19.6l1-2.2" stroke={COLOURS.receipt} strokeLinecap="round" />
		</g>
		<Words
			font="display"
			x={width * 0.025}
			y={width * 0.455}
			size={width * 0.255}
			anchor="middle"
			maxWidth={width * 0.6}
		>
			{String(year)}
		</Words>
	</g>
)

type YearFiguresProps = { year: Year; width: number; top: number; scale: number }

function YearFigures({ year, width, top, scale }: YearFiguresProps) {
	const margin = 44 * scale
	const inner = { x: margin, width: width - 2 * margin }
	const at = (y: number) => top + y * scale
	const big = 80 * scale
	const number = widthOf(year.averageStar, big, 'display')
	const star = big * 0.78
	const rides = `${year.rides.toLocaleString('en')} ${year.rides === 1 ? 'ride' : 'rides'}`
	return (
		<>
			<Words font="display" x={width / 2} y={at(42)} size={33 * scale} anchor="middle" maxWidth={inner.width}>
				A year behind the wheel
			</Words>
			<Words font="display" x={margin} y={at(128)} size={big}>
				{year.averageStar}
			</Words>
			<Star id="mean" x={margin + number + 12 * scale} y={at(128) - big * 0.73} size={star} gold={1} />
			<Words
				font="display"
				x={width - margin}
				y={at(128)}
				size={46 * scale}
				anchor="end"
				maxWidth={inner.width - number - star - 40 * scale}
			>
				{rides}
			</Words>
			<ReceiptRule {...inner} y={at(158)} />
			{Object.values(IMPRESSIONS).map(({ share, alone }, nth) => (
				<g key={share}>
					<ReceiptLine label={alone[0]} value={`${year[share]}%`} {...inner} y={at(204 + nth * 66)} size={25 * scale} />
					<ShareBar percent={year[share]} {...inner} y={at(213 + nth * 66)} height={22 * scale} />
				</g>
			))}
		</>
	)
}
