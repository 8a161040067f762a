// Separate from bridge.ts, so that the preload and the pages bundle no schema library.

export const CHANNEL = { state: 'shell:state', changed: 'shell:changed', act: 'shell:act' } as const

export const SHELL_SCHEME = 'backseat-shell'
export const SHELL_ORIGIN = `${SHELL_SCHEME}://page/`

/** `size` is in CSS pixels, without the frame. */
export const SHELL_PAGES = {
	starting: { title: 'Backseat', size: { width: 460, height: 320 } },
	trouble: { title: 'Engine trouble · Backseat', size: { width: 720, height: 560 } },
	away: { title: 'Nobody answers · Backseat', size: { width: 460, height: 440 } },
	'let-the-car-in': { title: 'Let the car in · Backseat', size: { width: 460, height: 720 } },
	'ride-along': { title: 'Ride along · Backseat', size: { width: 460, height: 640 } },
	'claim-link': { title: 'Claim link · Backseat', size: { width: 460, height: 600 } },
	updates: { title: 'Updates · Backseat', size: { width: 460, height: 600 } },
} as const
export type ShellPage = keyof typeof SHELL_PAGES

export const shellPages = () => Object.keys(SHELL_PAGES) as ShellPage[]

export const addressOfPage = (page: ShellPage) => SHELL_ORIGIN + page
