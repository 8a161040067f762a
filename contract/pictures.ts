import * as v from 'valibot'
import { call } from './call.ts'
import { NO_DRIVER } from './call-docs.ts'
import { IdTextOrNull } from './ids.ts'

export const PICTURE_SIZES = { preview: [1200, 630], story: [1080, 1920] } as const

/** Kinds of pages with a picture that can be sent to a chat; see sent.ts. */
export const SENT_KINDS = ['receipt', 'award', 'month', 'year'] as const

export const DriverPictures = v.object({ preview: v.string(), story: v.string() })
export type DriverPictures = v.InferOutput<typeof DriverPictures>

export const driverPictures = call({
	method: 'GET',
	path: '/drivers/:id/pictures',
	who: 'anyone',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: DriverPictures },
	docs: () => ({
		tag: 'Ratings',
		summary: 'A driver’s card as a picture',
		description:
			'Addresses of two PNGs: 1200×630 for the preview of a link, 1080×1920 for a story. They carry what is drawn, signed by this server, so the same card has the same address, and another card another one.',
		answers: { 200: 'Where the pictures are, with the base path and without the host.', 404: NO_DRIVER },
		params: { id: 'The driver.' },
	}),
})
