import type { ReactNode } from 'react'
import { IMPRESSIONS, type Impression } from '#contract/impressions.ts'
import { figure, t } from '#contract/text.ts'
import { COLOURS } from './colours.ts'
import { Receipt, ReceiptLine, ReceiptRule, ShareBar } from './paper.tsx'
import { Star, StarRow } from './stickers.tsx'
import { Label, Paragraph, Words, type WordsProps, widthOf } from './words.tsx'

/**
 * The area for the parts. `cx`, `x` and `width` are in pixels; `at` and `scale` convert the units that parts are
 * measured in.
 */
type Sheet = { cx: number; x: number; width: number; scale: number; at: (y: number) => number }
export type Part = (sheet: Sheet) => ReactNode

/**
 * A receipt as data. Position and size of the paper and `top` are in pixels, `margin` and lengths in parts in units.
 */
export type SlipProps = {
	x: number
	y: number
	width: number
	height: number
	tilt: number
	isTaped?: boolean
	top?: number
	scale: number
	margin: number
	parts: Part[]
}

export function Slip({ top = 0, scale, margin, parts, ...paper }: SlipProps) {
	const { width, height } = paper
	const sheet: Sheet = {
		cx: width / 2,
		x: margin * scale,
		width: width - 2 * margin * scale,
		scale,
		// A negative y counts from the lower edge.
		at: (y) => (y < 0 ? height : top) + y * scale,
	}
	return <Receipt {...paper}>{parts.map((part) => part(sheet))}</Receipt>
}

type SectionProps = { cx: number; width: number; top: number; scale: number }

/** Parts that have their own scale and room, all in pixels. */
export const section =
	({ cx, width, top, scale }: SectionProps, parts: Part[]): Part =>
	() =>
		parts.map((part) => part({ cx, x: cx - width / 2, width, scale, at: (y) => top + y * scale }))

export const line =
	(label: string, value: string, y: number, size: number): Part =>
	({ x, width, at, scale }) => (
		<ReceiptLine label={label} value={value} x={x} y={at(y)} width={width} size={size * scale} />
	)

export const rule =
	(y: number): Part =>
	({ x, width, at }) => <ReceiptRule x={x} y={at(y)} width={width} />

export const oneDecimal = (averageStar: string): string => figure(Number(averageStar), 1)

// Translators: a share alone
export const percentInWords = (percent: number): string => t('{percent}%', { percent })

/** The lines of a text in which '|' is the break. */
export const twoLines = (text: string): string[] => text.split('|')

/** One centred line, which may reach `overhang` units into the margins. */
export const words =
	(text: string, y: number, size: number, font: WordsProps['font'] = 'text', overhang = 0): Part =>
	({ cx, width, at, scale }) => (
		<Words font={font} x={cx} y={at(y)} size={size * scale} anchor="middle" maxWidth={width + overhang * scale}>
			{text}
		</Words>
	)

/** Up to three centred lines around `cy`, as large as fit into `height`. */
export const paragraph =
	(text: string, cy: number, height: number, largest: number): Part =>
	({ cx, width, at, scale }) => (
		<Paragraph font="display" x={cx} cy={at(cy)} width={width} height={height * scale} largest={largest * scale}>
			{text}
		</Paragraph>
	)

export const label =
	(text: string, cy: number, size: number): Part =>
	({ cx, width, at, scale }) => (
		<Label cx={cx} cy={at(cy)} size={size * scale} maxWidth={width} fill={COLOURS.taxi}>
			{text}
		</Label>
	)

export const stars =
	(value: number, y: number, size: number): Part =>
	({ cx, at, scale }) => <StarRow value={value} cx={cx} y={at(y)} size={size * scale} />

type MeanProps = {
	y: number
	size: number
	gap: number
	/** Size of the star, and how far its top is above the baseline, in font sizes. */
	star: [size: number, lift: number]
	beside?: string
}

/** A mean with its star: centred, or at the left if there are words beside it. */
export const mean =
	(value: string, { y, size, gap, star: [share, lift], beside }: MeanProps): Part =>
	({ cx, x, width, at, scale }) => {
		const [big, space] = [size * scale, gap * scale]
		const [number, star] = [widthOf(value, big, 'display'), big * share]
		const left = beside === undefined ? cx - (number + star + space) / 2 : x
		const room = width - number - star - 40 * scale
		return (
			<>
				<Words font="display" x={left} y={at(y)} size={big}>
					{value}
				</Words>
				<Star id="mean" x={left + number + space} y={at(y) - big * lift} size={star} gold={1} />
				{beside === undefined ? null : (
					<Words font="display" x={x + width} y={at(y)} size={46 * scale} anchor="end" maxWidth={room}>
						{beside}
					</Words>
				)}
			</>
		)
	}

type SharesProps = { y: number; step: number; bar: { below: number; height: number } }

export const shares =
	(of: Record<Impression['share'], number>, { y, step, bar }: SharesProps): Part =>
	(sheet) =>
		Object.values(IMPRESSIONS).map(({ share, alone }, nth) => {
			const { x, width, at, scale } = sheet
			const baseline = y + nth * step
			return (
				<g key={share}>
					{line(alone()[0], percentInWords(of[share]), baseline, 25)(sheet)}
					<ShareBar percent={of[share]} x={x} y={at(baseline + bar.below)} width={width} height={bar.height * scale} />
				</g>
			)
		})
