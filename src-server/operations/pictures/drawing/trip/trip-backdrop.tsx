import { t } from '#contract/text.ts'
import { drawableName } from '#server/operations/pictures/drawing/drawable-name.ts'
import { Road } from '#server/operations/pictures/drawing/scenery.tsx'
import type { PictureShape } from '#server/operations/pictures/picture-content.ts'
import { Bus, busDecks, MotorwaySign } from './trip-scenery.tsx'
import { bestFirst, type TripContent } from './trip-slips.tsx'

/** A motorway sign and a bus with the drivers. Leaves room for a slip: at the right of a preview, between both in a story. */
export function TripBackdrop({ content, shape }: { content: TripContent; shape: PictureShape }) {
	const faces = (content.kind === 'trip' ? bestFirst(content) : content.drivers).map(({ avatarId }) => avatarId)
	// Translators: a small sign above the name of a trip, at most 20 characters
	const over = content.kind === 'trip' ? t('Road trip') : t('Next stop')
	const sign = { over, text: drawableName(content.name) ?? t('SOMEWHERE NICE') }
	return <BusBackdrop sign={sign} faces={faces} shape={shape} />
}

type BusBackdropProps = { sign: { over: string; text: string }; faces: readonly number[]; shape: PictureShape }

export function BusBackdrop({ sign, faces, shape }: BusBackdropProps) {
	const isTall = busDecks(faces.length) > 1
	return shape === 'preview' ? (
		<>
			<Road cx={300} cy={588} width={150} turn={-4} />
			<MotorwaySign {...sign} x={44} y={62} width={520} height={isTall ? 112 : 140} posts={300} />
			<Bus faces={faces} x={isTall ? 74 : 50} bottom={590} width={isTall ? 448 : 500} turn={-4} />
		</>
	) : (
		<>
			<Road cx={540} cy={1760} width={250} turn={-4} />
			<MotorwaySign {...sign} x={90} y={176} width={900} height={180} posts={240} />
			<Bus faces={faces} x={isTall ? 316 : 260} bottom={1790} width={isTall ? 440 : 540} turn={-4} />
		</>
	)
}
