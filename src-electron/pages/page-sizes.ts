import type { ShellPage } from '#desktop/shell/shell-channels.ts'

/** What each page wants of its window's inside, in CSS pixels. */
export const pageSize: Record<ShellPage, { width: number; height: number }> = {
	starting: { width: 460, height: 320 },
	trouble: { width: 720, height: 560 },
	away: { width: 460, height: 440 },
	'let-the-car-in': { width: 460, height: 720 },
	'ride-along': { width: 460, height: 640 },
	'claim-link': { width: 460, height: 600 },
	updates: { width: 460, height: 600 },
}

export const pageTitle: Record<ShellPage, string> = {
	starting: 'Backseat',
	trouble: 'Engine trouble · Backseat',
	away: 'Nobody answers · Backseat',
	'let-the-car-in': 'Let the car in · Backseat',
	'ride-along': 'Ride along · Backseat',
	'claim-link': 'Claim link · Backseat',
	updates: 'Updates · Backseat',
}
