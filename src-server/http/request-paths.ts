/** The path below the base path ('' or '/rides'), with a leading slash; null outside the base path. */
export function pathUnder(basePath: string, pathname: string): string | null {
	if (basePath === '') return pathname
	if (pathname === basePath) return '/'
	return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : null
}

/** Listed so that a server without metrics answers 404 here instead of the app's HTML page. */
export const METRICS_PATH = '/metrics'

export const isForApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** True for paths that look like files: if the file is missing, answering with an app page would mislead. */
export const isForFile = (path: string): boolean =>
	path.startsWith('/assets/') || path.includes('/.') || /\.[a-z0-9]{1,16}$/i.test(path)

/** Monitors call these all day. They must answer during a flood, so the general limit excludes them. */
const PROBES = new Set(['/api/health', '/api/ready'])

export const isProbe = (path: string): boolean => PROBES.has(path)
