import type { PictureContent } from '#server/features/pictures/picture-content.ts'
import { Avatar, FACE_GROUND } from '#server/operations/pictures/drawing/parts/avatar.tsx'
import { COLOURS } from '#server/operations/pictures/drawing/parts/colours.ts'
import { Plate } from '#server/operations/pictures/drawing/parts/plate.tsx'
import { Receipt, ReceiptRule } from '#server/operations/pictures/drawing/parts/receipt.tsx'
import { Canvas, Road, WordmarkSticker } from '#server/operations/pictures/drawing/parts/scenery.tsx'
import { StarRow } from '#server/operations/pictures/drawing/parts/stars.tsx'
import { Words } from '#server/operations/pictures/drawing/parts/words.tsx'
import type { Scene } from './scene.ts'

type Driver = Extract<PictureContent, { kind: 'rate' | 'unrated' }>

const WORDS: Record<Driver['kind'], { lines: [string, string]; below: string; stars: number }> = {
	rate: { lines: ['How’s my', 'driving?'], below: 'Tap. Judge. No account needed.', stars: 5 },
	unrated: { lines: ['No verdict', 'yet.'], below: 'Somebody has to go first.', stars: 0 },
}

/** A driver without figures: the page on which they are rated, or the card that nobody has rated yet. */
export const DriverScene: Scene<Driver> = ({ content, shape, name }) => {
	const { avatarId, kind } = content
	return (
		<Canvas shape={shape} ground={FACE_GROUND[avatarId] ?? COLOURS.taxi}>
			{shape === 'preview' ? (
				<>
					<Road cx={250} cy={560} width={190} turn={-9} />
					<Avatar avatarId={avatarId} cx={292} cy={name ? 226 : 290} r={name ? 158 : 200} />
					{name ? <Plate name={name} cx={292} cy={468} width={500} height={136} /> : null}
					<WordmarkSticker cx={292} cy={578} height={62} />
					<Receipt x={612} y={76} width={518} height={450} tilt={2.2}>
						<Question kind={kind} width={518} top={48} scale={1} />
					</Receipt>
				</>
			) : (
				<>
					<Road cx={540} cy={60} width={200} turn={-7} />
					<Road cx={540} cy={1760} width={330} turn={-7} />
					<WordmarkSticker cx={540} cy={310} height={92} />
					<Avatar avatarId={avatarId} cx={540} cy={name ? 575 : 610} r={name ? 180 : 210} />
					{name ? <Plate name={name} cx={540} cy={848} width={880} height={158} /> : null}
					<Receipt x={120} y={996} width={840} height={556} tilt={-1.6}>
						<Question kind={kind} width={840} top={52} scale={1.32} />
					</Receipt>
				</>
			)}
		</Canvas>
	)
}

function Question({ kind, width, top, scale }: { kind: Driver['kind']; width: number; top: number; scale: number }) {
	const { lines, below, stars } = WORDS[kind]
	const [cx, margin] = [width / 2, 44 * scale]
	const at = (y: number) => top + y * scale
	return (
		<>
			{lines.map((line, nth) => (
				<Words
					key={line}
					font="display"
					x={cx}
					y={at(78 + nth * 88)}
					size={92 * scale}
					anchor="middle"
					maxWidth={width - 1.5 * margin}
				>
					{line}
				</Words>
			))}
			<StarRow value={stars} cx={cx} y={at(204)} size={82 * scale} />
			<ReceiptRule x={margin} y={at(318)} width={width - 2 * margin} />
			<Words font="receipt" x={cx} y={at(364)} size={24 * scale} anchor="middle" maxWidth={width - 2 * margin}>
				{below}
			</Words>
		</>
	)
}
