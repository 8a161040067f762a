import { faces } from '#look/avatar-faces.tsx'
import { COLOURS } from './colours.ts'

type AvatarProps = { avatarId: number; cx: number; cy: number; r: number }

/** A face as a round sticker: thick outline, white edge, hard shadow. */
export function Avatar({ avatarId, cx, cy, r }: AvatarProps) {
	const Face = faces[avatarId]
	const line = Math.max(5, r * 0.045)
	const edge = r * 0.07
	const id = `face-${avatarId}`
	return (
		<g>
			<circle cx={cx + r * 0.07} cy={cy + r * 0.08} r={r + edge + line} fill={COLOURS.asphalt} />
			<circle
				cx={cx}
				cy={cy}
				r={r + edge + line / 2}
				fill={COLOURS.receipt}
				stroke={COLOURS.asphalt}
				strokeWidth={line}
			/>
			<clipPath id={id}>
				<circle cx={cx} cy={cy} r={r} />
			</clipPath>
			<g clipPath={`url(#${id})`}>
				<g transform={`translate(${cx - r} ${cy - r})`}>{Face ? <Face size={2 * r} /> : null}</g>
			</g>
			<circle cx={cx} cy={cy} r={r} fill="none" stroke={COLOURS.asphalt} strokeWidth={line} />
		</g>
	)
}

/** What a face stands before, so that a picture of it can stand before something else. */
export const FACE_GROUND: Record<number, string> = {
	1: COLOURS.taxi,
	2: COLOURS.dusk,
	3: COLOURS.sky,
	4: COLOURS.brake,
	5: COLOURS.mint,
}
