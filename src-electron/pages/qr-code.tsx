import { encode } from 'uqr'

/** Light squares around it that scanners want. */
const BORDER = 4

/** For a camera, so it lies on paper in both themes. Each square is a whole number of pixels; at most `size` together. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
	const { data, size: modules } = encode(text, { ecc: 'M', border: BORDER })
	const pixels = Math.max(3, Math.floor(size / modules)) * modules
	return (
		<svg
			role="img"
			aria-label={label}
			className="qr-code"
			width={pixels}
			height={pixels}
			viewBox={`0 0 ${modules} ${modules}`}
			shapeRendering="crispEdges"
		>
			<path d={data.map(rowPath).join('')} />
		</svg>
	)
}

/** Neighbours are one bar: no hairline between them at any zoom. */
function rowPath(row: boolean[], y: number): string {
	let path = ''
	for (let x = 0; x < row.length; x++) {
		if (!row[x]) continue
		const start = x
		while (row[x + 1]) x++
		path += `M${start} ${y}h${x + 1 - start}v1h-${x + 1 - start}z`
	}
	return path
}
