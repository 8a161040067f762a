import { encode } from 'uqr'

/** In pixels, rounded to whole pixels per module. */
type Side = { atLeast: number } | { atMost: number }

type QrCodeProps = {
	text: string
	label: string
	side?: Side
	className?: string
}

/** In modules; the standard's minimum. */
const QUIET_ZONE = 4
/** Cameras cannot resolve smaller modules. */
const LEAST_PIXELS_OF_SQUARE = 3

/** Dark on white in both themes, because many scanners read nothing else. */
export function QrCode({ text, label, side, className }: QrCodeProps) {
	const { outline, size } = qrSquares(text)
	const pixels = side && pixelsOfSquare(side, size) * size
	return (
		<svg
			role="img"
			aria-label={label}
			className={className}
			width={pixels}
			height={pixels}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={outline} fill="#1c1a27" />
		</svg>
	)
}

/** `size` is the side in modules, including the quiet zone. */
export function qrSquares(text: string): { outline: string; size: number } {
	const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
	return { outline: data.map(rowPath).join(''), size }
}

function pixelsOfSquare(side: Side, squares: number): number {
	const pixels = 'atLeast' in side ? Math.ceil(side.atLeast / squares) : Math.floor(side.atMost / squares)
	return Math.max(LEAST_PIXELS_OF_SQUARE, pixels)
}

/** Merges neighbours into one bar, which avoids hairlines between them at any zoom. */
function rowPath(row: boolean[], y: number): string {
	let path = ''
	for (let x = 0; x < row.length; x++) {
		if (!row[x]) continue
		const start = x
		while (row[x + 1]) x++
		path += `M${start} ${y}h${x + 1 - start}v1H${start}z`
	}
	return path
}
