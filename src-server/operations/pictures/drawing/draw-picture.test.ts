import { expect, test } from 'bun:test'
import { inflateSync } from 'node:zlib'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { forEachShare, type PictureContent, type PictureShape } from '#server/features/pictures/picture-content.ts'
import { isWholePng } from '#server/operations/pictures/picture-cache.ts'
import { COLOURS } from './colours.ts'
import { drawPicture } from './draw-picture.ts'
import { pictureSvg } from './scenes.tsx'

const card = (name: string): PictureContent => ({
	kind: 'card',
	name,
	avatarId: 2,
	averageStar: '4.8',
	totalRides: 1234567,
	...forEachShare(() => 0),
	smooth: 92,
	safe: 100,
})
const one: Record<string, PictureContent> = {
	general: { kind: 'general' },
	invitation: { kind: 'invitation' },
	claim: { kind: 'claim', name: 'Uncle Bob', waiting: 3 },
	card: card('Grandma Elke'),
	unrated: { kind: 'unrated', name: 'theo', avatarId: 5 },
	rate: { kind: 'rate', name: 'Maria P.', avatarId: 4 },
}
const shapes = Object.keys(PICTURE_SIZES) as PictureShape[]

/** How many different colours are among its pixels; it has no palette, and four bytes a pixel. */
function coloursOf(png: Uint8Array): number {
	const bytes = Buffer.from(png)
	const data: Buffer[] = []
	for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
		if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
			data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
	const colours = new Set<number>()
	const rows = inflateSync(Buffer.concat(data))
	for (let at = 1; at + 4 < rows.length; at += 4001) colours.add(rows.readUInt32BE(at))
	return colours.size
}

test.each(Object.entries(one))(
	'a picture of kind %s is a PNG of its size, has something on it, and is small',
	async (_, content) => {
		const drawn = await Promise.all(shapes.map((shape) => drawPicture({ content, shape })))

		for (const [nth, png] of drawn.entries()) {
			expect(isWholePng(png, shapes[nth] ?? 'preview')).toBe(true)
			expect(png.length).toBeGreaterThan(30_000)
			expect(png.length).toBeLessThan(250_000)
			expect(coloursOf(png)).toBeGreaterThan(10)
		}
	},
)

test('the same content gives the same bytes', async () => {
	const picture = { content: card('Grandma Elke'), shape: 'preview' } as const

	expect(await drawPicture(picture)).toEqual(await drawPicture(picture))
})

test.each([
	'<script>alert("x")</script>&amp;]]>',
	'</svg><!--',
	'W'.repeat(50),
	'محمد 山田 👨‍👩‍👧‍👦 é́́́́́',
	'x',
	'\u0000ᏣᎳᎩ',
	'a\u200Db',
])('a name such as %p breaks no picture: it is outlines, or is left out [T19]', (name) => {
	for (const shape of shapes)
		for (const content of [
			card(name),
			{ kind: 'claim', name, waiting: 1 } as const,
			{ kind: 'rate', name, avatarId: 1 } as const,
		]) {
			const svg = pictureSvg({ content, shape })
			const tags = new Set([...svg.matchAll(/<([^\s>/]+)/g)].map(([, tag]) => tag))
			expect([...tags].sort()).toEqual([...tags].filter((tag) => KNOWN_TAGS.has(String(tag))).sort())
			expect(svg.match(/<[^/][^>]*>/g)?.length).toBe(svg.match(/<\/[^>]*>/g)?.length)
			expect(svg).not.toMatch(/NaN|undefined|Infinity/)
		}
})

const KNOWN_TAGS = new Set(['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'clipPath'])

test('a sealed envelope tells no stars and no impressions, whoever it is for [T18]', () => {
	const picture = (waiting: number) => pictureSvg({ content: { kind: 'claim', name: 'Bob', waiting }, shape: 'story' })

	expect(picture(3)).toBe(picture(3))
	expect(picture(3)).not.toBe(picture(4))
	expect(picture(1000)).toBe(picture(2000))
})

test('pictures have the colours of the light theme', async () => {
	const tokens = await Bun.file(new URL('../../../../look/tokens.css', import.meta.url)).text()

	for (const [name, colour] of Object.entries(COLOURS)) expect(tokens).toContain(`--${name}: ${colour};`)
})
