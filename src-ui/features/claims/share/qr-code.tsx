import { encode } from 'uqr'

/** For light paper, whose margin is part of the quiet that cameras need around a code. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
	const { data, size } = encode(text, { ecc: 'M', border: 2 })
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className={className}
		>
			<path d={squares(data)} fill="currentColor" />
		</svg>
	)
}

/** One path for all dark modules, a run of neighbours as one rectangle. */
function squares(rows: boolean[][]): string {
	let path = ''
	rows.forEach((row, y) => {
		let start = -1
		for (let x = 0; x <= row.length; x++) {
			if (row[x]) {
				if (start < 0) start = x
			} else if (start >= 0) {
				path += `M${start} ${y}h${x - start}v1H${start}z`
				start = -1
			}
		}
	})
	return path
}
