// Apart from shell-calls.ts so that the preload and the pages carry no schema library.

/** Channel names of the bridge. */
export const CHANNEL = { state: 'shell:state', changed: 'shell:changed', act: 'shell:act' } as const

/** The shell's own pages, at backseat-shell://page/{name}. */
export const SHELL_PAGES = [
	'starting',
	'trouble',
	'away',
	'let-the-car-in',
	'ride-along',
	'claim-link',
	'updates',
] as const
export type ShellPage = (typeof SHELL_PAGES)[number]
export const SHELL_SCHEME = 'backseat-shell'
