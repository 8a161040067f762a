import { expect, test } from 'bun:test'
import decodeQR from 'qr/decode.js'
import type { ReactNode } from 'react'
import { DRIVER_KINDS, type DriverKind } from '#contract/driver-kinds.ts'
import { ALL_BAD, ALL_GOOD, answersOf } from '#contract/impressions.ts'
import { JOKES } from '#contract/my-receipt.ts'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { PRAISE } from '#contract/praise.ts'
import { AWARD_KEYS, AWARDS, type AwardKey } from '#contract/receipts.ts'
import type { Catalogue } from '#contract/text.ts'
import { everySecond } from '#db/testing/property-runs.ts'
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
import { halfSize, pixelsOf } from '#server/operations/pictures/testing/png-pixels.ts'
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
const month = (...names: string[]): ContentOf<'month'> => ({
	kind: 'month',
	month: '2026-11',
	rides: 1234567,
	people: 12,
	bumpy: 3,
	awards: AWARD_KEYS.slice(0, names.length).map((award, nth) => ({
		award,
		figure: '100% good vibes',
		winners: names.slice(nth, nth + 3).map((name) => ({ name, avatarId: 4 })),
		others: nth === 0 ? 97 : 0,
	})),
})
const judge = (name: string) => ({
	kind: 'judge' as const,
	name,
	avatarId: 2,
	year: 2026,
	verdicts: 1234567,
	averageStar: '3.9',
	judgeKind: 'generous' as const,
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
const stampedCard = (name: string) => ({ ...card(name, LINK), driverKind: 'flying_carpet' as const })
const everyKind = (name: string): PictureContent[] => [
	{ kind: 'general' },
	{ kind: 'invitation' },
	{ kind: 'claim', name, waiting: 3 },
	card(name),
	card(name, LINK),
	stampedCard(name),
	receipt(name, LINK),
	{ kind: 'unrated', name, avatarId: 5, link: LINK },
	{ kind: 'rate', name, avatarId: 4 },
	tripOf([name, 'Bob']),
	award(name),
	inviteOf([name, 'Bob']),
	year(name),
	month(name, 'Bob'),
	judge(name),
]
const shapes = Object.keys(PICTURE_SIZES) as PictureShape[]

function coloursIn({ data }: ReturnType<typeof pixelsOf>): number {
	const pixels = Buffer.from(data)
	const colours = new Set<number>()
	for (let at = 0; at + 4 <= pixels.length; at += 4000) colours.add(pixels.readUInt32BE(at))
	return colours.size
}

/** Drawing is slow, so tests share the pictures. */
const drawn = new Map<string, ReturnType<typeof drawPicture>>()
function drawnOnce(content: PictureContent, shape: PictureShape): ReturnType<typeof drawPicture> {
	const key = JSON.stringify([content, shape])
	const png = drawn.get(key) ?? drawPicture({ content, shape })
	drawn.set(key, png)
	return png
}

const decoded = new Map<Uint8Array, ReturnType<typeof pixelsOf>>()
function decodedOnce(png: Uint8Array) {
	const pixels = decoded.get(png) ?? pixelsOf(png)
	decoded.set(png, pixels)
	return pixels
}

const NAME = 'Uncle Bob'
/** Drawing and decoding is slow, and one scene differs little between shapes. */
const everyExample = everyKind(NAME).flatMap((content, nth) =>
	everySecond(shapes, nth).map((shape) => ({ kind: content.kind, content, shape })),
)
const hasCode = ({ content }: { content: PictureContent }) => 'link' in content
/** Those with a QR code are drawn anyway, for the camera. */
const examples = [
	...everyExample.filter(hasCode),
	...everySecond(
		everyExample.filter((example) => !hasCode(example)),
		0,
	),
]

test.each(examples)(
	'a $shape of kind $kind is a PNG of its size, has something on it, and is small [spec 12.8]',
	async ({ content, shape }) => {
		const png = await drawnOnce(content, shape)
		expect(isWholePng(png, shape)).toBe(true)
		expect(png.length).toBeGreaterThan(30_000)
		expect(png.length).toBeLessThan(250_000)
		expect(coloursIn(decodedOnce(png))).toBeGreaterThan(10)
	},
)

test('the same content gives the same bytes', async () => {
	const content = stampedCard(NAME)

	expect(await drawPicture({ content, shape: 'preview' })).toEqual(await drawnOnce(content, 'preview'))
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
		for (const content of everyKind(name)) {
			const svg = pictureSvg({ content, shape })
			const tags = new Set([...svg.matchAll(/<([^\s>/]+)/g)].map(([, tag]) => tag))
			expect([...tags].sort()).toEqual([...tags].filter((tag) => KNOWN_TAGS.has(String(tag))).sort())
			expect(svg.match(/<[^/][^>]*>/g)?.length).toBe(svg.match(/<\/[^>]*>/g)?.length)
			expect(svg).not.toMatch(/NaN|undefined|Infinity/)
		}
})

const KNOWN_TAGS = new Set(['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'clipPath'])

const LONG_LINK = `https://${'backseat.'.repeat(20)}example/on/the/shelf/infographic/1125899906842623`

test.each<[PictureShape, PictureContent & { link?: string | undefined }]>([
	['preview', stampedCard(NAME)],
	['preview', card(NAME, LONG_LINK)],
	['story', card(NAME, LINK)],
	['story', receipt(NAME, LINK)],
	['story', award(NAME)],
	['story', year(NAME)],
	['story', judge(NAME)],
])('a %s leads to the card: a camera reads the link off it [spec 11.4] [spec 12.8]', async (shape, content) => {
	expect(decodeQR(halfSize(decodedOnce(await drawnOnce(content, shape))))).toBe(String(content.link))
})

const storyOf = (content: PictureContent) => pictureSvg({ content, shape: 'story' })
type Lettering = Partial<Record<'display' | 'receipt' | 'text' | 'name', string[]>>
const drawnOf = (texts: Lettering, svg: string) =>
	Object.entries(texts).flatMap(([font, lines]) =>
		lines.filter((line) => shapedText(line, font as keyof Lettering).paths.every(({ d }) => svg.includes(`d="${d}"`))),
	)

const bad = receipt('Bob')
const elke = card('Elke', 'https://zq.example/infographic/7')
const open = trip('Quiz', tripDriver('Xaver', '3.7'), tripDriver('Bob', '4.2', true))
const few = trip('Quiz', tripDriver('Xaver', null), tripDriver('Bob', null))
const onTrip = { name: ['QUIZXAVERBOB'], receipt: ['21 Nov 2026 60 in the car'] }
const TOO_FEW = 'Too few voices to print'

test.each<[string, PictureContent, present: Lettering, absent?: Lettering]>([
	[
		'verdict',
		bad,
		{
			display: [bad.joke, praiseOf(bad)],
			receipt: answersOf(ALL_BAD).map(({ question, answer }) => question + answer),
		},
		{ display: ['Quiz'] },
	],
	['card', elke, { receipt: ['zq.example', '/infographic/7'], display: [praiseOf(elke)] }],
	['card of another server', card('Elke', 'https://a.example/infographic/7'), {}, { receipt: ['zq'] }],
	['trip', open, { ...onTrip, display: ['3.74.2 Driver of the trip'], text: ['100% smooth'] }, { text: [TOO_FEW] }],
	['trip with fewer than three verdicts', few, { ...onTrip, text: [TOO_FEW] }, { display: ['D'] }],
	[
		'trip that is not open',
		inviteOf(['Quiz', 'Bob']),
		{ name: ['QUIZBOB'], display: ['Get in.'] },
		{ display: [...'0123456789'] },
	],
	...AWARD_KEYS.map((key): [string, PictureContent, Lettering] => {
		const content = award('Bob', key)
		return [`${key} award`, content, { display: [AWARDS[key].name() + content.figure], receipt: ['November 2026'] }]
	}),
	[
		'month',
		month('Bob', 'Zed'),
		{
			name: ['NOVEMBER 2026BOB, ZED, +97'],
			text: [AWARDS.driverOfTheMonth.name(), AWARDS.smoothest.name()],
			receipt: ['Rides 1,234,567 Drivers 12 Speed bumps 3'],
		},
		{ name: ['Q'], display: ['Q'] },
	],
	['month without awards', month(), { display: ['Too few rides for a trophy.'] }],
	[
		'judge',
		judge('Bob'),
		{ display: ['2026', 'A year in the back seat', 'The Standing Ovation'], receipt: ['1,234,567 3.9'] },
	],
	['year', year('Bob'), { display: ['2026 4.8 1,234,567 rides'], receipt: ['Good vibes 100%'] }],
])(
	'the picture of a %s has its words and figures, and no others [spec 12.8] [spec 14.5] [spec 14.9] [spec 14.20] [spec 14.21] [spec 14.27]',
	(_, content, present, absent = {}) => {
		const svg = storyOf(content)

		expect(drawnOf(present, svg)).toEqual(Object.values(present).flat())
		expect(drawnOf(absent, svg)).toEqual([])
	},
)

test('a picture is in its language, read from the right if that is, with names as they are', () => {
	const arabic: Catalogue = {
		locale: 'ar-u-nu-latn',
		isRightToLeft: true,
		translations: { 'RIDES RATED': 'رحلات', '{percent}%': '%{percent}', Smooth: 'سلسة' },
	}
	const svg = pictureSvg({ content: elke, shape: 'story', language: 'ar' }, arabic)

	expect(drawnOf({ receipt: ['رحلات', 'سلسة'], name: ['ELKE'] }, svg)).toEqual(['رحلات', 'سلسة', 'ELKE'])
	const startOfBar = (drawn: string) => Number(/<rect x="([\d.]+)"[^>]* fill="#19b38a"/.exec(drawn)?.[1])
	expect(startOfBar(svg)).toBeGreaterThan(startOfBar(storyOf(elke)))
	expect(drawnOf({ receipt: ['RIDES RATED'] }, svg)).toEqual([])
})

test('a picture changes with the answers, the year and the best drivers', () => {
	const tied = (...best: boolean[]) => trip('Quiz', ...best.map((isBest) => tripDriver('Bob', '4.2', isBest)))

	expect(storyOf(bad)).not.toBe(storyOf({ ...bad, ...ALL_GOOD }))
	expect(storyOf(year('Bob'))).not.toBe(storyOf({ ...year('Bob'), year: 2027 }))
	expect(storyOf(tied(true, true))).not.toBe(storyOf(tied(false, true)))
})

test('a verdict has as many golden stars as were given', () => {
	const golden = (starRating: number) => storyOf({ ...bad, starRating }).split(`width="24" height="24"`).length - 1

	expect([1, 2, 3, 4, 5].map(golden)).toEqual([1, 2, 3, 4, 5])
})

test('praise depends on the content, and every praise and joke can be drawn [spec 12.8]', () => {
	const praises = [...Array(200).keys()].map((totalRides) => praiseOf({ ...elke, totalRides }))

	expect(new Set(praises).size).toBeGreaterThan(30)
	for (const text of [...PRAISE, ...Object.values(JOKES).flat()])
		expect(shapedText(text, 'display').width).toBeGreaterThan(0)
})

const shapesIn = (mark: ReactNode) => svgText(mark).replace(/^<svg[^>]*>|<\/svg>$/g, '')
const kindMark = (kind: DriverKind) => shapesIn(KindMark({ kind }))

test('a card is stamped with the mark, the name and the line of the driver’s kind; one that was signed before there were kinds is not [spec 13.14]', () => {
	const unstamped = storyOf(card('Elke'))
	const marks = (Object.keys(DRIVER_KINDS) as DriverKind[]).map((driverKind) => {
		const { name, line } = DRIVER_KINDS[driverKind]
		const svg = storyOf({ ...card('Elke'), driverKind })
		const mark = kindMark(driverKind)
		expect(drawnOf({ display: [name()], text: [line()] }, svg)).toEqual([name(), line()])
		expect(svg).toContain(mark)
		expect(unstamped).not.toContain(mark)
		return mark
	})

	expect(new Set(marks).size).toBe(24)
	expect(storyOf({ kind: 'unrated', name: 'theo', avatarId: 5, driverKind: 'parked' })).toContain(kindMark('parked'))
	expect(storyOf(year('Bob'))).toContain(kindMark('washing_machine'))
})

test('each award has a mark of its own [spec 14.20]', () => {
	const marks = AWARD_KEYS.map((award) => shapesIn(AwardMark({ award })))

	for (const [nth, key] of AWARD_KEYS.entries()) expect(storyOf(award('Bob', key))).toContain(String(marks[nth]))
	expect(new Set(marks).size).toBe(AWARD_KEYS.length)
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
		for (const [nth, shape] of shapes.entries())
			for (const content of everySecond<PictureContent>(
				[
					...[1, 3, 5, 8].flatMap((count) => [
						tripOf(eight(name).slice(0, count)),
						tripOf(eight(name).slice(0, count), null),
						inviteOf(eight(name).slice(0, count)),
					]),
					award(name),
					{ ...award(name, 'driverOfTheMonth'), link: undefined },
					year(name),
					judge(name),
					...[0, 1, 3, 7].map((count) => month(...eight(name).slice(0, count))),
				],
				nth,
			)) {
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
