import type { HttpResponse } from '#desktop/web/limited-response.ts'

/** How tests ask the web, where the product asks through Electron (electron/http-get.ts). */
export const getByFetch = (url: string, signal: AbortSignal): Promise<HttpResponse> =>
	fetch(url, { signal, redirect: 'error' })
