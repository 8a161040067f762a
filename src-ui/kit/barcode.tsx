/** Bars that are always the same for the same seed; they mean nothing. */
export function Barcode({ seed }: { seed: string }) {
	const { path, width } = bars(seed)
	return (
		<svg
			aria-hidden="true"
			className="mx-auto h-10 w-full max-w-56"
			viewBox={`0 0 ${width} 10`}
			preserveAspectRatio="none"
		>
			<path d={path} fill="currentColor" shapeRendering="crispEdges" />
		</svg>
	)
}

function bars(seed: string): { path: string; width: number } {
	// FNV-1a, then a linear congruential generator: plain, and the same on every machine.
	let state = 2166136261
	for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619)
	const next = (sides: number) => {
		state = Math.imul(state, 1664525) + 1013904223
		return (state >>> 16) % sides
	}
	let path = ''
	let x = 0
	for (let bar = 0; bar < 42; bar++) {
		const width = 1 + next(3)
		path += `M${x} 0h${width}v10h-${width}z`
		x += width + 1 + next(2)
	}
	return { path, width: x }
}
