import { IMPRESSIONS } from '#contract/impressions.ts'
import type { PictureContent } from '#server/features/pictures/picture-content.ts'
import { Avatar, FACE_GROUND } from '#server/operations/pictures/drawing/parts/avatar.tsx'
import { COLOURS } from '#server/operations/pictures/drawing/parts/colours.ts'
import { Plate } from '#server/operations/pictures/drawing/parts/plate.tsx'
import { Receipt, ReceiptLine, ReceiptRule, ShareBar } from '#server/operations/pictures/drawing/parts/receipt.tsx'
import { Canvas, Road, WordmarkSticker } from '#server/operations/pictures/drawing/parts/scenery.tsx'
import { Star } from '#server/operations/pictures/drawing/parts/stars.tsx'
import { Words, widthOf } from '#server/operations/pictures/drawing/parts/words.tsx'
import type { Scene } from './scene.ts'

type Card = Extract<PictureContent, { kind: 'card' }>

/** The card of a driver: who, how many stars, and what for. */
export const CardScene: Scene<Card> = ({ content, shape, name }) => (
	<Canvas shape={shape} ground={FACE_GROUND[content.avatarId] ?? COLOURS.taxi}>
		{shape === 'preview' ? <Preview card={content} name={name} /> : <Story card={content} name={name} />}
	</Canvas>
)

const Preview = ({ card, name }: { card: Card; name: string | null }) => (
	<>
		<Road cx={250} cy={560} width={190} turn={-9} />
		<Avatar avatarId={card.avatarId} cx={292} cy={name ? 226 : 290} r={name ? 158 : 200} />
		{name ? <Plate name={name} cx={292} cy={468} width={500} height={136} /> : null}
		<WordmarkSticker cx={292} cy={578} height={62} />
		<Receipt x={612} y={52} width={518} height={520} tilt={2.2}>
			<Figures card={card} width={518} top={40} scale={1} big={140} />
		</Receipt>
	</>
)

const Story = ({ card, name }: { card: Card; name: string | null }) => (
	<>
		<Road cx={540} cy={1760} width={330} turn={-7} />
		<Road cx={540} cy={60} width={200} turn={-7} />
		<WordmarkSticker cx={540} cy={310} height={92} />
		<Avatar avatarId={card.avatarId} cx={540} cy={name ? 560 : 590} r={name ? 165 : 195} />
		{name ? <Plate name={name} cx={540} cy={818} width={880} height={158} /> : null}
		<Receipt x={120} y={948} width={840} height={606} tilt={-1.6}>
			<Figures card={card} width={840} top={48} scale={1.16} big={172} />
		</Receipt>
	</>
)

type FiguresProps = { card: Card; width: number; top: number; scale: number; big: number }

function Figures({ card, width, top, scale, big }: FiguresProps) {
	const margin = 44 * scale
	const inner = width - 2 * margin
	const line = { x: margin, width: inner, size: 25 * scale }
	const number = widthOf(card.averageStar, big, 'display')
	const star = big * 0.72
	const left = (width - number - star - 18 * scale) / 2
	const at = (y: number) => top + y * scale
	return (
		<>
			<ReceiptLine label="RIDES RATED" value={card.totalRides.toLocaleString('en')} y={at(34)} {...line} />
			<Words font="display" x={left} y={at(160)} size={big}>
				{card.averageStar}
			</Words>
			<Star id="mean" x={left + number + 18 * scale} y={at(160) - big * 0.7} size={star} gold={1} />
			<ReceiptRule x={margin} y={at(198)} width={inner} />
			{Object.values(IMPRESSIONS).map(({ share, alone }, nth) => (
				<g key={share}>
					<ReceiptLine label={alone[0]} value={`${card[share]}%`} y={at(250 + nth * 86)} {...line} />
					<ShareBar percent={card[share]} x={margin} y={at(264 + nth * 86)} width={inner} height={28 * scale} />
				</g>
			))}
		</>
	)
}
