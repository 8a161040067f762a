import type { ReactNode } from 'react'
import { IMPRESSIONS } from '#contract/impressions.ts'
import { Logo } from '#look/shapes.tsx'
import type { Picture, PictureContent, PictureShape } from '#server/features/pictures/picture-content.ts'
import { COLOURS } from './colours.ts'
import { drawableName } from './drawable-name.ts'
import { Envelope, Receipt, ReceiptLine, ReceiptRule, ShareBar } from './paper.tsx'
import { Canvas, Road, WordmarkSticker } from './scenery.tsx'
import { Avatar, FACE_GROUND, Plate, Star, StarRow } from './stickers.tsx'
import { svgText } from './svg-text.ts'
import { Words, widthOf } from './words.tsx'

/** A picture as SVG, all text of it as outlines: the rasterizer needs no font. */
export const pictureSvg = (picture: Picture): string => svgText(sceneOf(picture))

function sceneOf({ content, shape }: Picture): ReactNode {
	switch (content.kind) {
		case 'card':
			return <CardScene content={content} shape={shape} name={drawableName(content.name)} />
		case 'claim':
			return <ClaimScene content={content} shape={shape} name={drawableName(content.name)} />
		case 'unrated':
		case 'rate':
			return <DriverScene content={content} shape={shape} name={drawableName(content.name)} />
		case 'general':
		case 'invitation':
			return <GeneralScene content={content} shape={shape} name={null} />
	}
}

/** One kind of content as a picture. `name` is as it can be drawn, or null; see drawable-name.ts. */
type Scene<Content extends PictureContent> = (props: {
	content: Content
	shape: PictureShape
	name: string | null
}) => ReactNode

type Card = Extract<PictureContent, { kind: 'card' }>

/** The card of a driver: who, how many stars, and what for. */
const CardScene: Scene<Card> = ({ content, shape, name }) => (
	<Canvas shape={shape} ground={FACE_GROUND[content.avatarId] ?? COLOURS.taxi}>
		{shape === 'preview' ? <CardPreview card={content} name={name} /> : <CardStory card={content} name={name} />}
	</Canvas>
)

const CardPreview = ({ card, name }: { card: Card; name: string | null }) => (
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

const CardStory = ({ card, name }: { card: Card; name: string | null }) => (
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

type Claim = Extract<PictureContent, { kind: 'claim' }>

/** Ratings that wait for a driver: a sealed envelope. What they say is nobody else's business yet. */
const ClaimScene: Scene<Claim> = ({ content: { waiting }, shape, name }) => (
	<Canvas shape={shape} ground={COLOURS.taxi}>
		{shape === 'preview' ? (
			<>
				<Road cx={600} cy={566} width={200} turn={-6} />
				<Envelope x={150} y={50} width={900} height={478} tilt={-2.4} name={name} waiting={waiting} />
				<WordmarkSticker cx={1050} cy={586} height={58} />
			</>
		) : (
			<>
				<Road cx={540} cy={60} width={200} turn={-7} />
				<Road cx={540} cy={1720} width={330} turn={-7} />
				<WordmarkSticker cx={540} cy={310} height={92} />
				{['You’ve been', 'rated.'].map((line, nth) => (
					<Words key={line} font="display" x={540} y={516 + nth * 134} size={136} anchor="middle">
						{line}
					</Words>
				))}
				<Envelope x={80} y={780} width={920} height={660} tilt={-3} name={name} waiting={waiting} />
			</>
		)}
	</Canvas>
)

type Driver = Extract<PictureContent, { kind: 'rate' | 'unrated' }>

const QUESTIONS: Record<Driver['kind'], { lines: [string, string]; below: string; stars: number }> = {
	rate: { lines: ['How’s my', 'driving?'], below: 'Tap. Judge. No account needed.', stars: 5 },
	unrated: { lines: ['No verdict', 'yet.'], below: 'Somebody has to go first.', stars: 0 },
}

/** A driver without figures: the page on which they are rated, or the card that nobody has rated yet. */
const DriverScene: Scene<Driver> = ({ content, shape, name }) => {
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
	const { lines, below, stars } = QUESTIONS[kind]
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

type General = Extract<PictureContent, { kind: 'general' | 'invitation' }>

const WORDS = {
	general: { title: 'Backseat', lines: ['You sit in the back.', 'You have opinions.'] },
	invitation: { title: 'Hop in.', lines: ['There is a seat for you', 'on Backseat.'] },
} as const

/** Backseat itself: a mirror with eyes, and five faces that have been driven. */
const GeneralScene: Scene<General> = ({ content: { kind }, shape }) => (
	<Canvas shape={shape} ground={kind === 'general' ? COLOURS.taxi : COLOURS.mint}>
		{shape === 'preview' ? (
			<>
				<Road cx={600} cy={585} width={220} turn={-4} />
				<g transform="translate(70 46)">
					<Logo size={330} />
				</g>
				<Title kind={kind} x={440} y={192} scale={1} anchor="start" />
				<Faces cx={600} cy={484} r={86} step={214} />
			</>
		) : (
			<>
				<Road cx={540} cy={60} width={200} turn={-7} />
				<Road cx={540} cy={1690} width={340} turn={-7} />
				<g transform="translate(250 330)">
					<Logo size={580} />
				</g>
				<Title kind={kind} x={540} y={900} scale={1.2} anchor="middle" />
				<Faces cx={540} cy={1380} r={80} step={190} />
			</>
		)}
	</Canvas>
)

type TitleProps = { kind: General['kind']; x: number; y: number; scale: number; anchor: 'start' | 'middle' }

function Title({ kind, x, y, scale, anchor }: TitleProps) {
	const { title, lines } = WORDS[kind]
	return (
		<>
			<Words font="display" x={x} y={y} size={148 * scale} anchor={anchor}>
				{title}
			</Words>
			{lines.map((line, nth) => (
				<Words key={line} x={x} y={y + (84 + nth * 58) * scale} size={48 * scale} anchor={anchor}>
					{line}
				</Words>
			))}
		</>
	)
}

const Faces = ({ cx, cy, r, step }: { cx: number; cy: number; r: number; step: number }) => (
	<>
		{[4, 2, 3, 1, 5].map((avatarId, nth) => (
			<Avatar key={avatarId} avatarId={avatarId} cx={cx + (nth - 2) * step} cy={cy + (nth % 2 === 0 ? 8 : -14)} r={r} />
		))}
	</>
)
