const outline = 'M12 2.3l2.95 6.1 6.7.93-4.88 4.65 1.2 6.67L12 17.45l-5.97 3.2 1.2-6.67L2.35 9.33l6.7-.93z'

type StarShapeProps = {
	size: number | string
	/** A colour of its own. Without it the star is hollow, and gold up to the chosen one (form.css). */
	fill?: string
}

export function StarShape({ size, fill }: StarShapeProps) {
	return (
		<svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" className="star-shape">
			<path d={outline} style={fill ? { fill } : undefined} />
			{fill ? null : <path d={outline} className="star-gold" />}
		</svg>
	)
}
