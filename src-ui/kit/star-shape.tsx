/** One star with an ink outline; its fill comes from the class around it (kit.css). */
export function StarShape({ size, fill }: { size: number | string; fill?: string }) {
	return (
		<svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" className="star-shape" fill={fill}>
			<path
				d="M12 2.3l2.95 6.1 6.7.93-4.88 4.65 1.2 6.67L12 17.45l-5.97 3.2 1.2-6.67L2.35 9.33l6.7-.93z"
				strokeWidth="1.7"
				strokeLinejoin="round"
			/>
		</svg>
	)
}
