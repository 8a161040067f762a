// Separate from bridge.ts, so that the preload and the pages bundle no schema library.

export const CHANNEL = { state: 'shell:state', changed: 'shell:changed', act: 'shell:act' } as const

export const SHELL_SCHEME = 'backseat-shell'
export const SHELL_ORIGIN = `${SHELL_SCHEME}://page/`

/** The shell's pages and the sizes of their windows, in CSS pixels without the frame. */
export const SHELL_PAGES = {
	starting: { width: 460, height: 320 },
	trouble: { width: 720, height: 560 },
	away: { width: 460, height: 440 },
	'let-the-car-in': { width: 460, height: 720 },
	'ride-along': { width: 460, height: 640 },
	'claim-link': { width: 460, height: 600 },
	updates: { width: 460, height: 600 },
} as const
export type ShellPage = keyof typeof SHELL_PAGES

export const shellPages = () => Object.keys(SHELL_PAGES) as ShellPage[]

export const addressOfPage = (page: ShellPage) => SHELL_ORIGIN + page
