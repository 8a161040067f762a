import type { Answer } from '#server/http/answer.ts'
import { addressKey, clientOf } from '#server/http/client.ts'
import { noFileAnswer } from '#server/http/files/ui-answers.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import type { Endpoint } from '#server/http/request-pipeline.ts'
import { type drawnPictures, nameOfPicture } from './drawn-pictures.ts'
import type { Picture } from './picture-content.ts'
import { PICTURES_PATH } from './picture-content.ts'

const PATIENCE_SECONDS = 120

type Parts = {
	pictureAt(path: string): Picture | null
	pictureFor: ReturnType<typeof drawnPictures>
	limits: Pick<RateLimits, 'newPictures'>
}

/** The address contains the content, so a picture never changes and can be cached forever. */
export function pictureEndpoint({ pictureAt, pictureFor, limits }: Parts): Endpoint {
	return {
		handles: (path) => path.startsWith(PICTURES_PATH),
		route: `${PICTURES_PATH}*`,
		async handle(request, path): Promise<Answer> {
			const client = clientOf(request)
			const picture = request.url.includes('?') ? null : pictureAt(path)
			if (!picture) return noFileAnswer()
			const etag = `"${nameOfPicture(picture)}"`
			const headers = { ETag: etag, 'Cross-Origin-Resource-Policy': 'cross-origin' }
			if (request.headers.get('if-none-match') === etag)
				return { status: 304, body: null, headers, caching: 'immutable' }
			client.stayConnected(PATIENCE_SECONDS)
			const address = addressKey(client)
			const body = await pictureFor(picture, { address, beforeDrawing: () => limits.newPictures.check(address) })
			return { status: 200, body, contentType: 'image/png', headers, caching: 'immutable' }
		},
	}
}
