import { join } from 'node:path'
import { ALL_GOOD } from '#contract/impressions.ts'
import { drawPicture } from '#server/operations/pictures/drawing/draw-picture.ts'
import {
	type ContentOf,
	forEachShare,
	type Picture,
	type PictureContent,
} from '#server/operations/pictures/picture-content.ts'
import { projectFolder } from '../run.ts'

// bun scripts/docs/example-pictures.ts [FOLDER]: draws the example pictures of chats and stories for docs/pictures;
// ImageMagick shrinks the files.

const [folder = join(projectFolder, 'docs', 'pictures')] = process.argv.slice(2)

const card: ContentOf<'card'> = {
	kind: 'card',
	name: 'Grandma Elke',
	avatarId: 2,
	averageStar: '4.8',
	totalRides: 12,
	...forEachShare(() => 75),
	smooth: 92,
	safe: 100,
	link: 'https://rides.example.org/infographic/1125899906842623',
	driverKind: 'seat_belt',
}

const { name, avatarId, link } = card
const receipt: PictureContent = {
	...{ kind: 'receipt', name, avatarId, link },
	joke: 'Smoother than fresh tarmac on a Sunday.',
	...ALL_GOOD,
	starRating: 5,
}

const trip: PictureContent = {
	kind: 'trip',
	name: 'Lisbon and back',
	day: '2026-11-21',
	seats: 6,
	drivers: [
		{
			...{ name, avatarId, verdicts: 5, averageStar: '4.8', isBest: true },
			...{ smooth: 100, safe: 100, goodVibes: 80 },
		},
		{
			...{ name: 'Uncle Bob', avatarId: 1, verdicts: 4, averageStar: '3.9', isBest: false },
			...{ smooth: 50, safe: 75, goodVibes: 100 },
		},
		{
			...{ name: 'theo', avatarId: 5, verdicts: 2, averageStar: null, isBest: false },
			...{ smooth: null, safe: null, goodVibes: null },
		},
	],
}
const invite: PictureContent = {
	kind: 'trip_invite',
	name: trip.name,
	drivers: trip.drivers.map(({ name, avatarId }) => ({ name, avatarId })),
}

const award: PictureContent = {
	...{ kind: 'award', name: 'Uncle Bob', avatarId: 1, link },
	...{ award: 'mostImproved', month: '2026-11', figure: '+0.6 stars' },
}
const year: PictureContent = {
	...{ kind: 'year', name, avatarId, link, year: 2026, rides: 132, averageStar: '4.8' },
	...{ smooth: 92, safe: 100, goodVibes: 75, driverKind: 'seat_belt' },
}

const month: PictureContent = {
	...{ kind: 'month', month: '2026-11', rides: 43, people: 6, bumpy: 7 },
	awards: [
		{ award: 'driverOfTheMonth', figure: '4.8 stars', winners: [{ name, avatarId }], others: 0 },
		{ award: 'smoothest', figure: '97% smooth', winners: [{ name: 'theo', avatarId: 5 }], others: 0 },
		{ award: 'mostImproved', figure: '+0.6 stars', winners: [{ name: 'Uncle Bob', avatarId: 1 }], others: 0 },
	],
}

const examples: Record<string, Picture> = {
	'preview-general': { shape: 'preview', content: { kind: 'general' } },
	'preview-claim': { shape: 'preview', content: { kind: 'claim', name: 'Uncle Bob', waiting: 3 } },
	'preview-card': { shape: 'preview', content: card },
	'preview-rate': { shape: 'preview', content: { kind: 'rate', name: 'Maria P.', avatarId: 4 } },
	'preview-trip': { shape: 'preview', content: trip },
	'preview-trip-invite': { shape: 'preview', content: invite },
	'story-card': { shape: 'story', content: card },
	'story-receipt': { shape: 'story', content: receipt },
	'story-claim': { shape: 'story', content: { kind: 'claim', name: 'Uncle Bob', waiting: 3 } },
	'story-trip': { shape: 'story', content: trip },
	'story-award': { shape: 'story', content: award },
	'preview-month': { shape: 'preview', content: month },
	'story-year': { shape: 'story', content: year },
}

for (const [name, picture] of Object.entries(examples)) {
	const target = join(folder, `${name}.png`)
	const fewColours = ['-strip', '+dither', '-colors', '200', `PNG8:${target}`]
	const convert = Bun.spawn(['convert', 'png:-', ...fewColours], { stdin: await drawPicture(picture) })
	if ((await convert.exited) !== 0) throw new Error(`${target} could not be written`)
	console.log(`${target}: ${Math.round(Bun.file(target).size / 1024)} KB`)
}
