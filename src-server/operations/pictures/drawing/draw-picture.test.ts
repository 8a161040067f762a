import { expect, test } from 'bun:test'
import decodeQR from 'qr/decode.js'
import { DRIVER_KINDS, type DriverKind } from '#contract/driver-kinds.ts'
import { ALL_BAD, ALL_GOOD, answersOf } from '#contract/impressions.ts'
import { JOKES } from '#contract/my-receipt.ts'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { PRAISE } from '#contract/praise.ts'
import { AWARD_KEYS, AWARDS, type AwardKey } from '#contract/receipts.ts'
import { AwardMark } from '#look/award-marks.tsx'
import { KindMark } from '#look/kind-marks.tsx'
import { isWholePng } from '#server/operations/pictures/picture-cache.ts'
import {
	type ContentOf,
	forEachShare,
	type PictureContent,
	type PictureShape,
} from '#server/operations/pictures/picture-content.ts'
import { lettersIn } from '#server/operations/pictures/testing/letters-in.ts'
import { pixelsOf } from '#server/operations/pictures/testing/png-pixels.ts'
import { COLOURS } from './colours.ts'
import { drawPicture } from './draw-picture.ts'
import { praiseOf } from './praise.ts'
import { pictureSvg } from './scenes.tsx'
import { shapedText } from './shaped-text.ts'
import { svgText } from './svg-text.ts'

const LINK = 'http://192.168.178.23:7433/infographic/1125899906842623'
const card = (name: string, link?: string) => ({
	kind: 'card' as const,
	name,
	avatarId: 2,
	averageStar: '4.8',
	totalRides: 1234567,
	...forEachShare(() => 0),
	smooth: 92,
	safe: 100,
	...(link !== undefined && { link }),
})
const receipt = (name: string, link?: string) => ({
	kind: 'receipt' as const,
	name,
	avatarId: 3,
	joke: 'The kerb says hello. Twice.',
	starRating: 2,
	...ALL_BAD,
	...(link !== undefined && { link }),
})
const tripDriver = (name: string, averageStar: string | null, isBest = false) => ({
	name,
	avatarId: 2,
	verdicts: averageStar === null ? 2 : 4,
	averageStar,
	...forEachShare(() => (averageStar === null ? null : 100)),
	isBest,
})
const trip = (name: string, ...drivers: ContentOf<'trip'>['drivers']) => ({
	kind: 'trip' as const,
	name,
	day: '2026-11-21',
	seats: 60,
	drivers,
})
const award = (name: string, award: AwardKey = 'safest') => ({
	kind: 'award' as const,
	name,
	avatarId: 1,
	award,
	month: '2026-11',
	figure: '100% good vibes',
	link: LINK,
})
const year = (name: string) => ({
	kind: 'year' as const,
	name,
	avatarId: 5,
	year: 2026,
	rides: 1234567,
	averageStar: '4.8',
	...forEachShare(() => 100),
	driverKind: 'washing_machine' as const,
	link: LINK,
})
const eight = (name: string) => Array.from({ length: 8 }, () => name)
const tripOf = (names: string[], averageStar: string | null = '4.8') =>
	trip(names[0] ?? '', ...names.map((name, nth) => tripDriver(name, averageStar, averageStar !== null && nth === 0)))
const inviteOf = (names: string[]) => ({
	kind: 'trip_invite' as const,
	name: names[0] ?? '',
	drivers: names.map((name) => ({ name, avatarId: 3 })),
})
const one: Record<string, PictureContent> = {
	general: { kind: 'general' },
	invitation: { kind: 'invitation' },
	claim: { kind: 'claim', name: 'Uncle Bob', waiting: 3 },
	card: card('Grandma Elke', LINK),
	'card without a link': card('Grandma Elke'),
	'card with a stamp': { ...card('W'.repeat(50), LINK), driverKind: 'flying_carpet' },
	receipt: receipt('Grandma Elke', LINK),
	unrated: { kind: 'unrated', name: 'theo', avatarId: 5, link: LINK },
	rate: { kind: 'rate', name: 'Maria P.', avatarId: 4 },
	trip: tripOf(['Uncle Bob', 'Mum']),
	'trip that is not open': inviteOf(['Uncle Bob', 'Mum']),
	award: award('Uncle Bob'),
	year: year('Uncle Bob'),
}
const shapes = Object.keys(PICTURE_SIZES) as PictureShape[]

/** How many different colours are among its pixels. */
function coloursOf(png: Uint8Array): number {
	const pixels = Buffer.from(pixelsOf(png).data)
	const colours = new Set<number>()
	for (let at = 0; at + 4 <= pixels.length; at += 4000) colours.add(pixels.readUInt32BE(at))
	return colours.size
}

test.each(Object.entries(one))(
	'a picture of kind %s is a PNG of its size, has something on it, and is small [spec 12.8]',
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
			card(name, LINK),
			{ ...card(name, LINK), driverKind: 'podcast' } as const,
			receipt(name, LINK),
			{ kind: 'claim', name, waiting: 1 } as const,
			{ kind: 'rate', name, avatarId: 1 } as const,
			tripOf([name, 'Bob']),
			inviteOf([name, 'Bob']),
			award(name),
			year(name),
		]) {
			const svg = pictureSvg({ content, shape })
			const tags = new Set([...svg.matchAll(/<([^\s>/]+)/g)].map(([, tag]) => tag))
			expect([...tags].sort()).toEqual([...tags].filter((tag) => KNOWN_TAGS.has(String(tag))).sort())
			expect(svg.match(/<[^/][^>]*>/g)?.length).toBe(svg.match(/<\/[^>]*>/g)?.length)
			expect(svg).not.toMatch(/NaN|undefined|Infinity/)
		}
})

const KNOWN_TAGS = new Set(['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'clipPath'])

test.each([
	['preview', LINK],
	['story', LINK],
	['preview', `https://${'backseat.'.repeat(20)}example/on/the/shelf/infographic/1125899906842623`],
] as const)('a card’s %s leads to the card: a camera reads %s off it [spec 11.4] [spec 12.8]', async (shape, link) => {
	expect(decodeQR(pixelsOf(await drawPicture({ content: card('Bob', link), shape })))).toBe(link)
})

test.each([receipt('Bob', LINK), award('Bob'), year('Bob')])(
	'so does the picture of kind $kind [spec 12.8]',
	async (content) => {
		expect(decodeQR(pixelsOf(await drawPicture({ content, shape: 'story' })))).toBe(LINK)
	},
)

const said = (content: PictureContent) => pictureSvg({ content, shape: 'story' })
/** Whether each letter of these words is on it somewhere. */
const isDrawn = (
	words: string,
	font: 'display' | 'receipt' | 'text' | 'name',
	content: PictureContent,
	svg = said(content),
) => shapedText(words, font).paths.every(({ d }) => svg.includes(`d="${d}"`))

test('a receipt says the joke, the stars and the words that were tapped', () => {
	const bad = receipt('Bob')
	const golden = (content: PictureContent) => said(content).split(`width="24" height="24"`).length - 1

	expect(isDrawn(bad.joke, 'display', bad)).toBe(true)
	expect(isDrawn('Quiz', 'display', bad)).toBe(false)
	for (const { question, answer } of answersOf(ALL_BAD)) expect(isDrawn(question + answer, 'receipt', bad)).toBe(true)
	expect(said(bad)).not.toBe(said({ ...bad, ...ALL_GOOD }))
	expect([1, 2, 3, 4, 5].map((starRating) => golden({ ...bad, starRating }))).toEqual([1, 2, 3, 4, 5])
	for (const joke of Object.values(JOKES).flat()) expect(shapedText(joke, 'display').width).toBeGreaterThan(0)
})

test('the address stands on it, too, without what nobody types, and one of the praises, which depends on the content alone [spec 12.8]', () => {
	const elke = card('Elke', 'https://zq.example/infographic/7')

	for (const part of ['zq.example', '/infographic/7']) expect(isDrawn(part, 'receipt', elke)).toBe(true)
	expect(isDrawn('zq', 'receipt', card('Elke', 'https://a.example/infographic/7'))).toBe(false)
	expect(said(elke)).toBe(said({ ...elke }))
	const praises = [...Array(200).keys()].map((totalRides) => praiseOf({ ...elke, totalRides }))
	expect(new Set(praises).size).toBeGreaterThan(30)
	expect(isDrawn(praiseOf(elke), 'display', elke)).toBe(true)
	for (const praise of PRAISE) expect(shapedText(praise, 'display').width).toBeGreaterThan(0)
})

test('a card is stamped with the mark, the name and the line of the driver’s kind; one that was signed before there were kinds is not [spec 13.14]', () => {
	const elke = card('Elke')
	const unstamped = said(elke)
	const faces = new Set<string>()

	for (const [key, { name, line }] of Object.entries(DRIVER_KINDS)) {
		const stamped = { ...elke, driverKind: key as DriverKind }
		const svg = said(stamped)
		expect(isDrawn(name, 'display', stamped, svg)).toBe(true)
		expect(isDrawn(line, 'text', stamped, svg)).toBe(true)
		const mark = renderedMark(key as DriverKind)
		expect(svg).toContain(mark)
		expect(unstamped).not.toContain(mark)
		faces.add(mark)
	}
	expect(faces.size).toBe(24)
	expect(said({ kind: 'unrated', name: 'theo', avatarId: 5, driverKind: 'parked' })).toContain(renderedMark('parked'))
})

/** What is inside of it: its size is that of the picture. */
const renderedMark = (kind: DriverKind) => withoutSize(svgText(KindMark({ kind })))
const withoutSize = (mark: string) => mark.replace(/^<svg[^>]*>|<\/svg>$/g, '')

test('the receipt of a trip says where to, when, how many, who drove best, and each mean; below three verdicts that voices are too few [spec 14.9] [spec 14.27]', () => {
	const open = trip('Quiz', tripDriver('Xaver', '3.7'), tripDriver('Bob', '4.2', true))
	const few = trip('Quiz', tripDriver('Xaver', null), tripDriver('Bob', null))

	for (const content of [open, few]) {
		expect(isDrawn('QUIZXAVERBOB', 'name', content)).toBe(true)
		expect(isDrawn('21 Nov 2026 60 in the car', 'receipt', content)).toBe(true)
	}
	expect(isDrawn('3.74.2 Driver of the trip', 'display', open)).toBe(true)
	expect(isDrawn('100% smooth', 'text', open)).toBe(true)
	expect(isDrawn('Too few voices to print', 'text', open)).toBe(false)
	expect(isDrawn('Too few voices to print', 'text', few)).toBe(true)
	expect(isDrawn('D', 'display', few)).toBe(false)
	expect(said(open)).toBe(said({ ...open }))
	const tied = trip('Quiz', tripDriver('Xaver', '4.2', true), tripDriver('Bob', '4.2', true))
	expect(said(tied)).not.toBe(said(trip('Quiz', tripDriver('Xaver', '4.2'), tripDriver('Bob', '4.2', true))))
})

test('a trip that is not open shows who drives, and asks to get in: no figure of it [spec 14.5]', () => {
	const invite = inviteOf(['Quiz', 'Bob'])

	expect(isDrawn('QUIZBOB', 'name', invite)).toBe(true)
	expect(isDrawn('Get in.', 'display', invite)).toBe(true)
	for (const figure of '0123456789') expect(isDrawn(figure, 'display', invite)).toBe(false)
})

test('an award shows its mark, its name, the month and the figure [spec 14.20]', () => {
	const marks = new Set<string>()

	for (const key of AWARD_KEYS) {
		const content = award('Bob', key)
		const mark = withoutSize(svgText(AwardMark({ award: key })))
		expect(said(content)).toContain(mark)
		expect(isDrawn(AWARDS[key].name + content.figure, 'display', content)).toBe(true)
		expect(isDrawn('November 2026', 'receipt', content)).toBe(true)
		marks.add(mark)
	}
	expect(marks.size).toBe(AWARD_KEYS.length)
})

test('a year shows which it is, rides, mean and shares, and the stamp of its kind [spec 14.21]', () => {
	const content = year('Bob')

	expect(isDrawn('2026 4.8 1,234,567 rides', 'display', content)).toBe(true)
	expect(isDrawn('Good vibes 100%', 'receipt', content)).toBe(true)
	expect(said(content)).toContain(renderedMark('washing_machine'))
	expect(said(content)).not.toBe(said({ ...content, year: 2027 }))
})

test.each([
	['fifty wide letters', 'W'.repeat(50)],
	['fifty Han letters', '国'.repeat(50)],
	['right to left', 'مرحبا بكم في السيارة الحمراء الكبيرة جدا يا أصدقائي'],
	['words', 'The one who always takes the scenic route home ok'],
	['a letter that no font has', 'ᏣᎳᎩ'],
])(
	'nothing is cut off, and all that is on paper stays on it, however long names are: %s [spec 14.9] [spec 14.20]',
	(_, name) => {
		for (const shape of shapes)
			for (const content of [
				...[1, 3, 5, 8].flatMap((count) => [
					tripOf(eight(name).slice(0, count)),
					tripOf(eight(name).slice(0, count), null),
					inviteOf(eight(name).slice(0, count)),
				]),
				award(name),
				{ ...award(name, 'driverOfTheMonth'), link: undefined },
				year(name),
			]) {
				const letters = lettersIn(pictureSvg({ content, shape }))
				expect(letters.length).toBeGreaterThan(50)
				const outside = letters.filter(
					({ left, right, top, bottom, on }) => left < 10 || top < 6 || right > on.width - 10 || bottom > on.height,
				)
				expect(outside).toEqual([])
			}
	},
)

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
