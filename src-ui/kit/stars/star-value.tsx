import { figure } from '#contract/text.ts'
import { STAR_OUTLINE } from '#look/star-outline.ts'

type StarShapeProps = {
	size: number | string
	/** Without `fill`, form.css colours the star: gold up to the chosen one. */
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

const isScore = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** One decimal; '0.0' for non-numbers. */
export const formatStars = (value: unknown): string => figure(isScore(value) ? value : 0, 1)

export function starColor(value: unknown): string {
	if (!isScore(value)) return 'var(--color-gray-300)'
	if (value >= 3.5) return 'var(--color-yellow-400)'
	if (value >= 2.5) return 'var(--color-yellow-300)'
	if (value >= 1.5) return 'var(--color-yellow-200)'
	return 'var(--color-gray-300)'
}

export function StarValue({ value }: { value: number | null | undefined }) {
	return (
		<span className="star-value">
			{formatStars(value)}
			<StarShape size="0.9em" fill={starColor(value)} />
		</span>
	)
}
