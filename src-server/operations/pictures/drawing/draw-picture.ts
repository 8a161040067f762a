import type { DrawingAnswer } from '#server/operations/pictures/drawing-process.ts'
import type { Picture } from '#server/operations/pictures/picture-content.ts'
import { loadRasterizer } from './rasterizer.ts'
import { pictureSvg } from './scenes.tsx'

export function drawForServer(server: Pick<NodeJS.Process, 'on' | 'send'>): Promise<void> {
	server.on('message', async (picture: Picture) => {
		server.send?.(await answerTo(picture))
	})
	return new Promise((resolve) => server.on('disconnect', resolve))
}

async function answerTo(picture: Picture): Promise<DrawingAnswer> {
	try {
		return { png: await drawPicture(picture) }
	} catch (error) {
		return { failure: error instanceof Error ? error.message : String(error) }
	}
}

/** Takes 0.1 s of this thread, and longer the first time. */
export async function drawPicture(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
	const png = await loadRasterizer()
	return png(pictureSvg(picture))
}
