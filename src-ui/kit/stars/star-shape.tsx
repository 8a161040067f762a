import { STAR_OUTLINE } from '#look/shapes.tsx'

type StarShapeProps = {
	size: number | string
	/** A colour of its own. Without it the star is hollow, and gold up to the chosen one (form.css). */
	fill?: string
}

export function StarShape({ size, fill }: StarShapeProps) {
	return (
		<svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" className="star-shape">
			<path d={STAR_OUTLINE} style={fill ? { fill } : undefined} />
			{fill ? null : <path d={STAR_OUTLINE} className="star-gold" />}
		</svg>
	)
}
