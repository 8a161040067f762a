import { encode } from 'uqr'

type QrCodeProps = {
	text: string
	label: string
	/** Light squares around it that cameras need, beside the margin of the light paper it is on. */
	border?: number
	/** At most so wide and high, each square a whole number of pixels. Without it the class decides. */
	pixels?: number
	className?: string
}

export function QrCode({ text, label, border = 2, pixels, className }: QrCodeProps) {
	const { data, size } = encode(text, { ecc: 'M', border })
	const side = pixels && Math.max(3, Math.floor(pixels / size)) * size
	return (
		<svg
			role="img"
			aria-label={label}
			className={className}
			width={side}
			height={side}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
		>
			<path d={data.map(rowPath).join('')} fill="currentColor" />
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
		path += `M${start} ${y}h${x + 1 - start}v1H${start}z`
	}
	return path
}
