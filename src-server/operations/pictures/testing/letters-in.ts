type Matrix = [number, number, number, number, number, number]
type Paper = { at: Matrix; width: number; height: number }
/** Position of a letter in pixels, from the upper left corner of the receipt or picture that it is on. */
export type Letter = { left: number; right: number; top: number; bottom: number; on: { width: number; height: number } }

const TAG = /<(\/?)(svg|g|path)\b([^>]*)>/g
const ATTRIBUTES = {
	transform: / transform="([^"]*)"/,
	width: / width="([^"]*)"/,
	height: / height="([^"]*)"/,
	d: / d="([^"]*)"/,
}
const LETTER = /^M-?[\d.]+,/
const PAPER = /^M0 0H([\d.]+)V([\d.]+)l/

/** All letters of a picture, relative to the receipt that they are on, or else to the whole picture. */
export function lettersIn(svg: string): Letter[] {
	const letters: Letter[] = []
	const stack: { at: Matrix; paper: Paper }[] = []
	for (const [, end, tag, attributes = ''] of svg.matchAll(TAG)) {
		if (end) {
			stack.pop()
			continue
		}
		const said = (name: keyof typeof ATTRIBUTES) => ATTRIBUTES[name].exec(attributes)?.[1] ?? ''
		const above = stack.at(-1)
		const at = above ? times(above.at, matrixOf(said('transform'))) : IDENTITY
		const paper = above?.paper ?? { at: IDENTITY, width: Number(said('width')), height: Number(said('height')) }
		stack.push({ at, paper })
		const [d, [, width, height] = []] = [said('d'), PAPER.exec(said('d')) ?? []]
		if (above && width && height && !said('transform'))
			stack[stack.length - 2] = { at: above.at, paper: { at: above.at, width: Number(width), height: Number(height) } }
		if (tag === 'path' && LETTER.test(d)) letters.push(letterOf(d, times(inverse(paper.at), at), paper))
	}
	return letters
}

/** Most outlines occur many times. */
const outlines = new Map<string, [x: number, y: number][]>()

function outlineOf(d: string) {
	const points =
		outlines.get(d) ??
		[...d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]): [number, number] => [Number(x), Number(y)])
	outlines.set(d, points)
	return points
}

function letterOf(d: string, at: Matrix, { width, height }: Paper): Letter {
	const points = outlineOf(d).map(([x, y]) => placed(at, x, y))
	const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
	return {
		left: Math.min(...xs),
		right: Math.max(...xs),
		top: Math.min(...ys),
		bottom: Math.max(...ys),
		on: { width, height },
	}
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

const placed = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const

function times([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
	return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f]
}

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
	const area = a * d - b * c
	return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

/** Parses a `transform` of our own drawings. */
function matrixOf(transform: string): Matrix {
	let all = IDENTITY
	for (const [, name, said = ''] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
		const [first = 0, second, third] = said.split(' ').map(Number)
		if (name === 'translate') all = times(all, [1, 0, 0, 1, first, second ?? 0])
		else if (name === 'scale') all = times(all, [first, 0, 0, second ?? first, 0, 0])
		else all = times(all, rotation((first * Math.PI) / 180, second ?? 0, third ?? 0))
	}
	return all
}

function rotation(angle: number, cx: number, cy: number): Matrix {
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
	return times(times([1, 0, 0, 1, cx, cy], [cos, sin, -sin, cos, 0, 0]), [1, 0, 0, 1, -cx, -cy])
}
