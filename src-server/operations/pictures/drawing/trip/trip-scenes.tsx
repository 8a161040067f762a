import type { ReactNode } from 'react'
import { COLOURS } from '#server/operations/pictures/drawing/colours.ts'
import { drawableName } from '#server/operations/pictures/drawing/drawable-name.ts'
import type { Scene } from '#server/operations/pictures/drawing/driver-scenes.tsx'
import { Receipt, ReceiptLine, ReceiptRule } from '#server/operations/pictures/drawing/paper.tsx'
import { Canvas, Road } from '#server/operations/pictures/drawing/scenery.tsx'
import { Plate } from '#server/operations/pictures/drawing/stickers.tsx'
import { Words } from '#server/operations/pictures/drawing/words.tsx'
import type { ContentOf, PictureShape } from '#server/operations/pictures/picture-content.ts'
import { TripReceipt } from './trip-receipt.tsx'
import { Bus, busDecks, MotorwaySign } from './trip-scenery.tsx'

type OnTheRoadProps = { over: string; name: string | null; faces: readonly number[]; shape: PictureShape }

/** The sign and the bus with its drivers, leaving room for paper beside or between them. */
const OnTheRoad = ({ over, name, faces, shape, children }: OnTheRoadProps & { children: ReactNode }) => {
	const sign = { over, text: name ?? 'SOMEWHERE NICE' }
	const isTall = busDecks(faces.length) > 1
	return (
		<Canvas shape={shape} ground={COLOURS.sky}>
			{shape === 'preview' ? (
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
			)}
			{children}
		</Canvas>
	)
}

export const TripScene: Scene<ContentOf<'trip'>> = ({ content, shape, name }) => {
	const drivers = [...content.drivers].sort((one, other) => Number(other.isBest) - Number(one.isBest))
	const faces = drivers.map(({ avatarId }) => avatarId)
	return (
		<OnTheRoad over="Road trip" name={name} faces={faces} shape={shape}>
			{shape === 'preview' ? (
				<TripReceipt trip={content} drivers={drivers} x={610} cy={304} width={546} most={540} scale={1} tilt={1.6} />
			) : (
				<TripReceipt trip={content} drivers={drivers} x={90} cy={912} width={900} most={990} scale={1.5} tilt={-1.2} />
			)}
		</OnTheRoad>
	)
}

export const TripInviteScene: Scene<ContentOf<'trip_invite'>> = ({ content: { drivers }, shape, name }) => {
	const names = drivers.flatMap((driver) => drawableName(driver.name) ?? [])
	return (
		<OnTheRoad over="Next stop" name={name} faces={drivers.map(({ avatarId }) => avatarId)} shape={shape}>
			{shape === 'preview' ? (
				<Receipt x={622} y={36} width={518} height={546} tilt={2}>
					<Ticket names={names} width={518} height={546} scale={1} />
				</Receipt>
			) : (
				<Receipt x={110} y={450} width={860} height={920} tilt={-1.4}>
					<Ticket names={names} width={860} height={920} scale={1.5} />
				</Receipt>
			)}
		</OnTheRoad>
	)
}

type TicketProps = { names: string[]; width: number; height: number; scale: number }

function Ticket({ names, width, height, scale }: TicketProps) {
	const margin = 40 * scale
	const inner = { x: margin, width: width - 2 * margin }
	const columns = names.length > 4 ? 2 : 1
	const lines = Math.ceil(names.length / columns)
	const [top, bottom] = [236 * scale, height - 128 * scale]
	const step = (bottom - top) / lines
	const column = inner.width / columns
	return (
		<>
			<Words font="display" x={width / 2} y={128 * scale} size={104 * scale} anchor="middle">
				Get in.
			</Words>
			<ReceiptRule {...inner} y={164 * scale} />
			<ReceiptLine
				label="In front"
				value={names.length === 1 ? 'the driver' : 'the drivers'}
				{...inner}
				y={210 * scale}
				size={24 * scale}
			/>
			{names.map((name, nth) => {
				const isAlone = nth === names.length - 1 && nth % columns === 0
				return (
					<Plate
						// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
						key={nth}
						name={name}
						cx={isAlone ? width / 2 : margin + column * ((nth % columns) + 0.5)}
						cy={top + step * (Math.floor(nth / columns) + 0.5)}
						width={column - 16 * scale}
						height={Math.min(step - 16 * scale, 108 * scale)}
					/>
				)
			})}
			<ReceiptLine label="In the back" value="you" {...inner} y={height - 84 * scale} size={24 * scale} />
			<ReceiptRule {...inner} y={height - 58 * scale} />
			<Words x={width / 2} y={height - 20 * scale} size={24 * scale} anchor="middle" maxWidth={inner.width}>
				No account needed. Opinions welcome.
			</Words>
		</>
	)
}
