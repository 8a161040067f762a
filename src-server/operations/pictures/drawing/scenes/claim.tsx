import type { PictureContent } from '#server/features/pictures/picture-content.ts'
import { COLOURS } from '#server/operations/pictures/drawing/parts/colours.ts'
import { Envelope } from '#server/operations/pictures/drawing/parts/envelope.tsx'
import { Canvas, Road, WordmarkSticker } from '#server/operations/pictures/drawing/parts/scenery.tsx'
import { Words } from '#server/operations/pictures/drawing/parts/words.tsx'
import type { Scene } from './scene.ts'

type Claim = Extract<PictureContent, { kind: 'claim' }>

/** Ratings that wait for somebody: a sealed envelope. What they say is nobody else's business yet. */
export const ClaimScene: Scene<Claim> = ({ content: { waiting }, shape, name }) => (
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
