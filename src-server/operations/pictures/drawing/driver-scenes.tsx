import type { ReactNode } from 'react'
import type { DriverKind } from '#contract/driver-kinds.ts'
import { answersOf, IMPRESSIONS } from '#contract/impressions.ts'
import { PRAISE } from '#contract/praise.ts'
import type { ContentOf, PictureContent, PictureShape } from '#server/operations/pictures/picture-content.ts'
import { COLOURS } from './colours.ts'
import { Receipt, ReceiptLine, ReceiptRule, ShareBar } from './paper.tsx'
import { AddressSticker, Canvas, Road, WordmarkSticker } from './scenery.tsx'
import { Avatar, FACE_GROUND, Plate, Stamp, Star, StarRow } from './stickers.tsx'
import { Paragraph, Words, widthOf } from './words.tsx'

/** `name` is null if it cannot be drawn; see drawable-name.ts. */
export type Scene<Content extends PictureContent> = (props: {
	content: Content
	shape: PictureShape
	name: string | null
}) => ReactNode

type Driver = { avatarId: number; link?: string | undefined; driverKind?: DriverKind | undefined }
type WithDriverProps = { driver: Driver; shape: PictureShape; name: string | null; children: ReactNode }

/** The driver on a road with the link to their card, leaving room for a receipt beside or below. */
export const WithDriver = ({ driver, shape, name, children }: WithDriverProps) => (
	<Canvas shape={shape} ground={FACE_GROUND[driver.avatarId] ?? COLOURS.taxi}>
		{shape === 'preview' ? <BesideReceipt driver={driver} name={name} /> : <AboveReceipt driver={driver} name={name} />}
		{children}
	</Canvas>
)

type WhoProps = { driver: Driver; name: string | null }

const BesideReceipt = ({ driver: { avatarId, link, driverKind }, name }: WhoProps) => {
	const isHigh = link !== undefined
	const face = isHigh ? (name ? [150, 112] : [208, 160]) : name ? [226, 158] : [290, 200]
	const [cy = 0, r = 0] = face
	return (
		<>
			<Road cx={250} cy={560} width={190} turn={-9} />
			{driverKind === undefined ? (
				<Avatar avatarId={avatarId} cx={292} cy={cy} r={r} />
			) : (
				<>
					<Avatar avatarId={avatarId} cx={134} cy={cy} r={94} />
					<Stamp kind={driverKind} x={252} cy={cy - 8} width={330} height={190} />
				</>
			)}
			{name ? <Plate name={name} cx={292} cy={isHigh ? 322 : 468} width={500} height={isHigh ? 118 : 136} /> : null}
			{link === undefined ? (
				<WordmarkSticker cx={292} cy={578} height={62} />
			) : (
				<AddressSticker link={link} x={34} y={408} width={516} height={192} />
			)}
		</>
	)
}

const AboveReceipt = ({ driver: { avatarId, link, driverKind }, name }: WhoProps) => {
	const isHigh = link !== undefined
	const face = isHigh ? (name ? [384, 136] : [440, 196]) : name ? [560, 165] : [590, 195]
	const [cy = 0, r = 0] = face
	return (
		<>
			<Road cx={540} cy={1760} width={330} turn={-7} />
			<Road cx={540} cy={60} width={200} turn={-7} />
			{driverKind === undefined ? (
				<Avatar avatarId={avatarId} cx={540} cy={cy} r={r} />
			) : (
				<>
					<Avatar avatarId={avatarId} cx={254} cy={cy} r={142} />
					<Stamp kind={driverKind} x={436} cy={cy - 14} width={556} height={272} />
				</>
			)}
			{name ? <Plate name={name} cx={540} cy={isHigh ? 592 : 818} width={880} height={isHigh ? 132 : 158} /> : null}
			{link === undefined ? (
				<WordmarkSticker cx={540} cy={310} height={92} />
			) : (
				<AddressSticker link={link} x={100} y={1340} width={880} height={290} />
			)}
		</>
	)
}

export const CardScene: Scene<ContentOf<'card'>> = ({ content, shape, name }) => (
	<WithDriver driver={content} shape={shape} name={name}>
		{shape === 'preview' ? (
			<Receipt x={612} y={30} width={518} height={556} tilt={2.2}>
				<Figures card={content} width={518} top={36} scale={1} big={124} />
			</Receipt>
		) : (
			<Receipt x={120} y={content.link === undefined ? 948 : 704} width={840} height={570} tilt={-1.6}>
				<Figures card={content} width={840} top={40} scale={1.04} big={146} />
			</Receipt>
		)}
	</WithDriver>
)

type FiguresProps = { card: ContentOf<'card'>; width: number; top: number; scale: number; big: number }

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
			<Words font="display" x={left} y={at(148)} size={big}>
				{card.averageStar}
			</Words>
			<Star id="mean" x={left + number + 18 * scale} y={at(148) - big * 0.7} size={star} gold={1} />
			<ReceiptRule x={margin} y={at(178)} width={inner} />
			{Object.values(IMPRESSIONS).map(({ share, alone }, nth) => (
				<g key={share}>
					<ReceiptLine label={alone[0]} value={`${card[share]}%`} y={at(222 + nth * 76)} {...line} />
					<ShareBar percent={card[share]} x={margin} y={at(234 + nth * 76)} width={inner} height={26 * scale} />
				</g>
			))}
			<ReceiptRule x={margin} y={at(440)} width={inner} />
			<Praise of={card} cx={width / 2} cy={at(480)} width={inner} scale={scale} />
		</>
	)
}

export const ReceiptScene: Scene<ContentOf<'receipt'>> = ({ content, shape, name }) => (
	<WithDriver driver={content} shape={shape} name={name}>
		{shape === 'preview' ? (
			<Receipt x={612} y={30} width={518} height={556} tilt={2.2}>
				<Verdict receipt={content} width={518} top={36} scale={1} size={27} />
			</Receipt>
		) : (
			<Receipt x={120} y={content.link === undefined ? 948 : 704} width={840} height={570} tilt={-1.6}>
				<Verdict receipt={content} width={840} top={40} scale={1.04} size={34} />
			</Receipt>
		)}
	</WithDriver>
)

/** `size` is the font size. */
type VerdictProps = { receipt: ContentOf<'receipt'>; width: number; top: number; scale: number; size: number }

function Verdict({ receipt, width, top, scale, size }: VerdictProps) {
	const [cx, margin] = [width / 2, 40 * scale]
	const inner = width - 2 * margin
	const at = (y: number) => top + y * scale
	return (
		<>
			<StarRow value={receipt.starRating} cx={cx} y={at(4)} size={72 * scale} />
			<Paragraph font="display" x={cx} cy={at(168)} width={inner} height={150 * scale} largest={64 * scale}>
				{receipt.joke}
			</Paragraph>
			<ReceiptRule x={margin} y={at(266)} width={inner} />
			{answersOf(receipt).map(({ question, answer }, nth) => (
				<ReceiptLine
					key={question}
					label={question}
					value={answer}
					x={margin}
					y={at(314 + nth * 46)}
					width={inner}
					size={size}
				/>
			))}
			<ReceiptRule x={margin} y={at(440)} width={inner} />
			<Praise of={receipt} cx={cx} cy={at(480)} width={inner} scale={scale} />
		</>
	)
}

type PraiseProps = { of: PictureContent; cx: number; cy: number; width: number; scale: number }

const Praise = ({ of, cx, cy, width, scale }: PraiseProps) => (
	<Paragraph font="display" x={cx} cy={cy} width={width} height={62 * scale} largest={32 * scale}>
		{praiseOf(of)}
	</Paragraph>
)

export const praiseOf = (content: PictureContent): string => oneOf(PRAISE, content)

/** Deterministic for the content, so that a redrawn picture stays the same. */
export const oneOf = (pool: readonly string[], content: PictureContent): string =>
	pool[Bun.hash.crc32(JSON.stringify(content)) % pool.length] ?? ''

type Asking = ContentOf<'rate' | 'unrated'>

const QUESTIONS: Record<Asking['kind'], { lines: [string, string]; below: string; stars: number }> = {
	rate: { lines: ['How’s my', 'driving?'], below: 'Tap. Judge. No account needed.', stars: 5 },
	unrated: { lines: ['No verdict', 'yet.'], below: 'Somebody has to go first.', stars: 0 },
}

/** A driver without figures: the rating page, or a card without ratings. */
export const DriverScene: Scene<Asking> = ({ content, shape, name }) => {
	const { kind } = content
	const driver: Driver = content
	return (
		<WithDriver driver={driver} shape={shape} name={name}>
			{shape === 'preview' ? (
				<Receipt x={612} y={76} width={518} height={450} tilt={2.2}>
					<Question kind={kind} width={518} top={48} scale={1} />
				</Receipt>
			) : (
				<Receipt x={120} y={driver.link === undefined ? 996 : 712} width={840} height={556} tilt={-1.6}>
					<Question kind={kind} width={840} top={52} scale={1.32} />
				</Receipt>
			)}
		</WithDriver>
	)
}

function Question({ kind, width, top, scale }: { kind: Asking['kind']; width: number; top: number; scale: number }) {
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
