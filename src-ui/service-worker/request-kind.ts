import { PAGE_PATHS } from '#contract/pages.ts'

/** 'page': one of ours is opened. 'file': one with its content's hash in its name. Null: nothing that the worker answers. */
export type RequestKind = 'page' | 'file' | null

type Asked = Pick<Request, 'method' | 'mode' | 'url'>

/**
 * `scope` is the address of the instance, with a slash at its end. Everything that is not named here never passes through
 * the worker's hands: the API above all, pictures, metrics, and whatever else may live at the same host.
 */
export function requestKindIn(scope: string): (request: Asked) => RequestKind {
	const segments = PAGE_PATHS.map((pattern) => (pattern === '/' ? '' : pattern.slice(1).replaceAll('*', '[^/]+')))
	const isPage = new RegExp(`^(${segments.join('|')})/?$`, 'i')
	return ({ method, mode, url }) => {
		if (method !== 'GET' || !url.startsWith(scope)) return null
		const path = url.slice(scope.length).replace(/[?#].*$/s, '')
		if (mode === 'navigate') return isPage.test(path) ? 'page' : null
		return path.startsWith('assets/') ? 'file' : null
	}
}
