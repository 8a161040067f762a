import type { ReactNode } from 'react'
import { ENGLISH } from '#contract/languages.ts'
import { inLanguage, t } from '#contract/text.ts'
import { TRIP_DRIVERS_MAX } from '#contract/trips.ts'
import { Logo } from '#look/shapes.tsx'
import { catalogueOf } from '#server/catalogues.ts'
import {
	type ContentOf,
	monthInWords,
	type Picture,
	type PictureShape,
} from '#server/operations/pictures/picture-content.ts'
import { COLOURS } from './colours.ts'
import { drawableName } from './drawable-name.ts'
import { DriverBackdrop } from './driver-backdrop.tsx'
import { driverSlip } from './driver-slips.tsx'
import { monthSlip } from './month-slip.tsx'
import { Envelope } from './paper.tsx'
import { Canvas, Road, WordmarkSticker } from './scenery.tsx'
import { Slip, twoLines } from './slip.tsx'
import { Avatar, FACE_GROUND } from './stickers.tsx'
import { svgText } from './svg-text.ts'
import { BusBackdrop, TripBackdrop } from './trip/trip-backdrop.tsx'
import { tripSlip } from './trip/trip-slips.tsx'
import { Words } from './words.tsx'

/** All text becomes outlines, so that the rasterizer needs no fonts. */
export const pictureSvg = (picture: Picture, catalogue = catalogueOf(picture.language ?? ENGLISH.tag)): string =>
	inLanguage(catalogue, () => svgText(sceneOf(picture)))

function sceneOf({ content, shape }: Picture): ReactNode {
	switch (content.kind) {
		case 'general':
		case 'invitation':
			return <GeneralScene kind={content.kind} shape={shape} />
		case 'claim':
			return <ClaimScene waiting={content.waiting} shape={shape} name={drawableName(content.name)} />
		case 'trip':
		case 'trip_invite':
			return (
				<Canvas shape={shape} ground={COLOURS.sky}>
					<TripBackdrop content={content} shape={shape} />
					<Slip {...tripSlip(content, shape)} />
				</Canvas>
			)
		case 'month':
			return (
				<Canvas shape={shape} ground={COLOURS.mint}>
					<BusBackdrop
						// Translators: a small sign above the month's name
						sign={{ over: t('The month'), text: drawableName(monthInWords(content.month)) ?? '' }}
						faces={winnersIn(content).slice(0, TRIP_DRIVERS_MAX)}
						shape={shape}
					/>
					<Slip {...monthSlip(content, shape)} />
				</Canvas>
			)
		default: {
			const { slip, over } = driverSlip(content, shape)
			return (
				<Canvas shape={shape} ground={FACE_GROUND[content.avatarId] ?? COLOURS.taxi}>
					<DriverBackdrop driver={content} shape={shape} />
					<Slip {...slip} />
					{over}
				</Canvas>
			)
		}
	}
}

/** The face of each winner once. */
function winnersIn({ awards }: ContentOf<'month'>): number[] {
	const faces = new Map(awards.flatMap(({ winners }) => winners.map(({ name, avatarId }) => [name, avatarId] as const)))
	return [...faces.values()]
}

type ClaimProps = { waiting: number; shape: PictureShape; name: string | null }

/** A sealed envelope, because the ratings are revealed to the driver alone. */
const ClaimScene = ({ waiting, shape, name }: ClaimProps) => (
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
				{twoLines(ratedInWords()).map((line, nth) => (
					<Words key={line} font="display" x={540} y={516 + nth * 134} size={136} anchor="middle" maxWidth={960}>
						{line}
					</Words>
				))}
				<Envelope x={80} y={780} width={920} height={660} tilt={-3} name={name} waiting={waiting} />
			</>
		)}
	</Canvas>
)

// Translators: '|' is where the second line begins; the two are about as long
const ratedInWords = () => t('You’ve been|rated.')

type General = ContentOf<'general' | 'invitation'>['kind']

const WORDS = {
	general: {
		title: () => 'Backseat',
		// Translators: '|' is where the second line begins; the two are about as long
		text: () => t('You sit in the back.|You have opinions.'),
	},
	invitation: {
		// Translators: a large heading of an invitation, at most 12 characters
		title: () => t('Hop in.'),
		// Translators: '|' is where the second line begins; the two are about as long
		text: () => t('There is a seat for you|on Backseat.'),
	},
} as const

const GeneralScene = ({ kind, shape }: { kind: General; shape: PictureShape }) => (
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

type TitleProps = { kind: General; x: number; y: number; scale: number; anchor: 'start' | 'middle' }

function Title({ kind, x, y, scale, anchor }: TitleProps) {
	const { title, text } = WORDS[kind]
	const maxWidth = anchor === 'start' ? 1160 - x : 960
	return (
		<>
			<Words font="display" x={x} y={y} size={148 * scale} anchor={anchor} maxWidth={maxWidth}>
				{title()}
			</Words>
			{twoLines(text()).map((line, nth) => (
				<Words key={line} x={x} y={y + (84 + nth * 58) * scale} size={48 * scale} anchor={anchor} maxWidth={maxWidth}>
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
