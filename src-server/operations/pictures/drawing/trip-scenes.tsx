import { PICTURE_SIZES } from '#contract/pictures.ts'
import type { ContentOf } from '#server/features/pictures/picture-content.ts'
import { COLOURS } from './colours.ts'
import type { Scene } from './driver-scenes.tsx'
import { Receipt, ReceiptLine } from './paper.tsx'
import { Canvas } from './scenery.tsx'
import { Plate } from './stickers.tsx'

/** The receipt of a trip. */
export const TripScene: Scene<ContentOf<'trip'>> = ({ content: { drivers, seats, day }, shape, name }) => {
	const [width, height] = PICTURE_SIZES[shape]
	return (
		<Canvas shape={shape} ground={COLOURS.sky}>
			{name ? <Plate name={name} cx={width / 2} cy={90} width={900} height={110} /> : null}
			<Receipt x={100} y={170} width={width - 200} height={height - 240}>
				<ReceiptLine label={day} value={String(seats)} x={40} y={60} width={width - 280} size={30} />
				{drivers.map(({ averageStar, verdicts }, nth) => (
					<ReceiptLine
						// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
						key={nth}
						label={String(verdicts)}
						value={averageStar ?? 'Too few voices to print'}
						x={40}
						y={120 + nth * 36}
						width={width - 280}
						size={28}
					/>
				))}
			</Receipt>
		</Canvas>
	)
}

/** A trip that is not open. */
export const TripInviteScene: Scene<ContentOf<'trip_invite'>> = ({ shape, name }) => (
	<Canvas shape={shape} ground={COLOURS.sky}>
		{name ? <Plate name={name} cx={540} cy={90} width={900} height={110} /> : null}
	</Canvas>
)
