import type { WebAnswer } from '#desktop/web/short-answer.ts'

/** How tests ask the web, where the product asks through Electron (electron/web-asker.ts). */
export const askByFetch = (url: string, signal: AbortSignal): Promise<WebAnswer> =>
	fetch(url, { signal, redirect: 'error' })
