import { t, tn } from '#contract/text.ts'
import { COLOURS } from '#server/operations/pictures/drawing/colours.ts'
import { drawableName, noLetters } from '#server/operations/pictures/drawing/drawable-name.ts'
import { ShareBar } from '#server/operations/pictures/drawing/paper.tsx'
import { oneDecimal } from '#server/operations/pictures/drawing/slip.tsx'
import { Avatar, Star } from '#server/operations/pictures/drawing/stickers.tsx'
import { Paragraph, Words, widthOf } from '#server/operations/pictures/drawing/words.tsx'
import type { ContentOf } from '#server/operations/pictures/picture-content.ts'

export type TripDriver = ContentOf<'trip'>['drivers'][number]

/** The words below a bar are as small as the longest of them needs. */
const SHARES = [
	['smooth', (percent: number) => t('{percent}% smooth', { percent })],
	['safe', (percent: number) => t('{percent}% safe', { percent })],
	// Translators: good vibes, in a narrow place
	['goodVibes', (percent: number) => t('{percent}% vibes', { percent })],
] as const

const tooFew = () => t('Too few voices to print')

/** `detail`: how impressions are drawn; 'mean' omits them. `face`: radius of the largest face; all names start beside it. */
export type RowStyle = { scale: number; detail: 'bars' | 'words' | 'mean'; face: number }
type RowProps = RowStyle & { driver: TripDriver; x: number; y: number; width: number; height: number }

export function DriverRow({ driver, x, y, width, height, scale, detail, face }: RowProps) {
	const { avatarId } = driver
	const averageStar = driver.averageStar === null ? null : oneDecimal(driver.averageStar)
	const isLow = detail === 'mean'
	const left = x + 2 * face + 20 * scale
	const end = x + width
	const size = Math.min(height * (isLow ? 0.62 : 0.5), 58 * scale)
	const star = size * 0.8
	const middle = y + height * (isLow ? 0.5 : 0.33)
	const mean = averageStar === null ? 0 : widthOf(averageStar, size, 'display') + star + 10 * scale
	const few = averageStar === null && isLow ? 150 * scale : 0
	const name = drawableName(driver.name)
	return (
		<g>
			<Avatar avatarId={avatarId} cx={x + face} cy={y + height / 2} r={Math.min(face, height * 0.33)} />
			<Paragraph
				font={name === null ? 'text' : 'name'}
				anchor="start"
				x={left}
				cy={middle}
				width={end - left - mean - few - 18 * scale}
				height={height * (isLow ? 0.86 : detail === 'bars' ? 0.44 : 0.5)}
				largest={Math.min(height * (isLow ? 0.6 : 0.4), 50 * scale)}
				smallestWhole={0.5}
			>
				{name ?? noLetters()}
			</Paragraph>
			{averageStar === null ? null : (
				<>
					<Words font="display" x={end - star - 10 * scale} y={middle + size * 0.35} size={size} anchor="end">
						{averageStar}
					</Words>
					<Star id={`mean-${Math.round(y)}`} x={end - star} y={middle - star / 2} size={star} gold={1} />
				</>
			)}
			{few > 0 ? (
				<Paragraph
					font="text"
					anchor="end"
					x={end}
					cy={middle}
					width={few}
					height={height * 0.8}
					largest={19 * scale}
					fill={COLOURS.muted}
				>
					{tooFew()}
				</Paragraph>
			) : null}
			{isLow ? null : (
				<Impressions
					of={driver}
					x={left}
					y={y + height * 0.61}
					width={end - left}
					height={height * 0.36}
					asBars={detail === 'bars'}
				/>
			)}
		</g>
	)
}

type ImpressionsProps = { of: TripDriver; x: number; y: number; width: number; height: number; asBars: boolean }

/** Shares as bars if there is room, otherwise as one line of words. */
function Impressions({ of, x, y, width, height, asBars }: ImpressionsProps) {
	const shares = SHARES.flatMap(([key, word]) => {
		const percent = of[key]
		return percent === null ? [] : [{ percent, words: word(percent) }]
	})
	if (shares.length === 0 || !asBars) {
		const size = Math.min(height * 0.66, width * 0.048)
		const all = [tn('# voice', '# voices', of.verdicts), ...shares.map(({ words }) => words)].join(' · ')
		return (
			<Words x={x} y={y + height * 0.36 + size * 0.35} size={size} maxWidth={width} fill={COLOURS.muted}>
				{shares.length === 0 ? tooFew() : all}
			</Words>
		)
	}
	const gap = width * 0.04
	const column = (width - 2 * gap) / SHARES.length
	const bar = Math.min(height * 0.42, column * 0.16)
	const longest = Math.max(...SHARES.map(([, word]) => widthOf(word(100), 1, 'text')))
	const size = Math.min(height * 0.46, column / longest)
	return shares.map(({ percent, words }, nth) => {
		const left = x + nth * (column + gap)
		return (
			<g key={words}>
				<ShareBar percent={percent} x={left} y={y} width={column} height={bar} />
				<Words x={left} y={y + bar + size * 1.12} size={size} maxWidth={column} fill={COLOURS.muted}>
					{words}
				</Words>
			</g>
		)
	})
}
