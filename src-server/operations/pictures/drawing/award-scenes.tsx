import { AWARDS } from '#contract/receipts.ts'
import type { ContentOf } from '#server/features/pictures/picture-content.ts'
import { type Scene, WithDriver } from './driver-scenes.tsx'
import { Receipt, ReceiptLine } from './paper.tsx'
import { Paragraph } from './words.tsx'

/** An award of the month, as the driver who got it shows it. */
export const AwardScene: Scene<ContentOf<'award'>> = ({ content, shape, name }) => {
	const width = shape === 'preview' ? 518 : 840
	const [x, y] = shape === 'preview' ? [612, 30] : [120, 704]
	return (
		<WithDriver driver={content} shape={shape} name={name}>
			<Receipt x={x} y={y} width={width} height={556} tilt={2.2}>
				<Paragraph font="display" x={width / 2} cy={180} width={width - 80} height={200} largest={72}>
					{AWARDS[content.award].name}
				</Paragraph>
				<Paragraph font="display" x={width / 2} cy={360} width={width - 80} height={100} largest={90}>
					{content.figure}
				</Paragraph>
				<ReceiptLine label="MONTH" value={content.month} x={40} y={500} width={width - 80} size={27} />
			</Receipt>
		</WithDriver>
	)
}

/** A driver's year. */
export const YearScene: Scene<ContentOf<'year'>> = ({ content, shape, name }) => {
	const width = shape === 'preview' ? 518 : 840
	const [x, y] = shape === 'preview' ? [612, 30] : [120, 704]
	return (
		<WithDriver driver={content} shape={shape} name={name}>
			<Receipt x={x} y={y} width={width} height={556} tilt={2.2}>
				<Paragraph font="display" x={width / 2} cy={180} width={width - 80} height={200} largest={120}>
					{String(content.year)}
				</Paragraph>
				<ReceiptLine label="RIDES" value={String(content.rides)} x={40} y={400} width={width - 80} size={27} />
				<ReceiptLine label="STARS" value={content.averageStar} x={40} y={450} width={width - 80} size={27} />
			</Receipt>
		</WithDriver>
	)
}
