import { driverPictures } from '#contract/pictures.ts'
import { keptRoute } from '#server/http/calls/route.ts'
import type { PictureService } from './pictures.service.ts'

export const picturesRoutes = ({ pictures }: { pictures: PictureService }) => [
	keptRoute(driverPictures, ({ params }) => pictures.picturesOfDriver(params.id)),
]
