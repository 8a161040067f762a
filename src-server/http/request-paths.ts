/** The path below the base path ('' or '/rides'), starting with a slash; null when the address is outside it. */
export function pathUnder(basePath: string, pathname: string): string | null {
	if (basePath === '') return pathname
	if (pathname === basePath) return '/'
	return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : null
}

export const isForApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** What looks like a file: where there is no such file, a page of the browser app would be a misleading answer. */
export const isForFile = (path: string): boolean =>
	path.startsWith('/assets/') || path.includes('/.') || /\.[a-z0-9]{1,16}$/i.test(path)

/** Asked by monitors all day. They answer during a flood too, so they are outside the general limit. */
const PROBES = new Set(['/api/health', '/api/ready'])

export const isProbe = (path: string): boolean => PROBES.has(path)
