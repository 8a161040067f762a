import { join } from 'node:path'
import { ALL_GOOD } from '#contract/impressions.ts'
import {
	type ContentOf,
	forEachShare,
	type Picture,
	type PictureContent,
} from '#server/features/pictures/picture-content.ts'
import { drawPicture } from '#server/operations/pictures/drawing/draw-picture.ts'
import { projectFolder } from '../run.ts'

// bun scripts/docs/example-pictures.ts [FOLDER]: what chats and stories show, for docs/pictures, with ImageMagick's help to
// make the files small.

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

const examples: Record<string, Picture> = {
	'preview-general': { shape: 'preview', content: { kind: 'general' } },
	'preview-claim': { shape: 'preview', content: { kind: 'claim', name: 'Uncle Bob', waiting: 3 } },
	'preview-card': { shape: 'preview', content: card },
	'preview-rate': { shape: 'preview', content: { kind: 'rate', name: 'Maria P.', avatarId: 4 } },
	'story-card': { shape: 'story', content: card },
	'story-receipt': { shape: 'story', content: receipt },
	'story-claim': { shape: 'story', content: { kind: 'claim', name: 'Uncle Bob', waiting: 3 } },
}

for (const [name, picture] of Object.entries(examples)) {
	const target = join(folder, `${name}.png`)
	const fewColours = ['-strip', '+dither', '-colors', '200', `PNG8:${target}`]
	const convert = Bun.spawn(['convert', 'png:-', ...fewColours], { stdin: await drawPicture(picture) })
	if ((await convert.exited) !== 0) throw new Error(`${target} could not be written`)
	console.log(`${target}: ${Math.round(Bun.file(target).size / 1024)} KB`)
}
