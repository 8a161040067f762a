import { Logo } from '#look/shapes.tsx'
import type { PictureContent } from '#server/features/pictures/picture-content.ts'
import { Avatar } from '#server/operations/pictures/drawing/parts/avatar.tsx'
import { COLOURS } from '#server/operations/pictures/drawing/parts/colours.ts'
import { Canvas, Road } from '#server/operations/pictures/drawing/parts/scenery.tsx'
import { Words } from '#server/operations/pictures/drawing/parts/words.tsx'
import type { Scene } from './scene.ts'

type General = Extract<PictureContent, { kind: 'general' | 'invitation' }>

const WORDS = {
	general: { title: 'Backseat', lines: ['You sit in the back.', 'You have opinions.'] },
	invitation: { title: 'Hop in.', lines: ['There is a seat for you', 'on Backseat.'] },
} as const

/** Backseat itself: a mirror with eyes, and five faces that have been driven. */
export const GeneralScene: Scene<General> = ({ content: { kind }, shape }) => (
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
