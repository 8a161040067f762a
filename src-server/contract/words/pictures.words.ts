import type * as pictures from '#contract/pictures.ts'
import { NO_DRIVER, type WordsOf } from './words.ts'

export const picturesWords: WordsOf<typeof pictures> = {
	driverPictures: {
		tag: 'Ratings',
		summary: 'A driver’s card as a picture',
		description:
			'Addresses of two PNGs: 1200×630 for the preview of a link, 1080×1920 for a story. They carry what is drawn, signed by this server, so the same card has the same address, and another card another one.',
		answers: { 200: 'Where the pictures are, with the base path and without the host.', 404: NO_DRIVER },
		params: { id: 'The driver.' },
	},
}
