import type { Desktop, ProductWindow } from '#desktop/desktop.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import type { Notifications } from '#desktop/window/notifications.ts'
import { watchNewRatings } from './new-ratings.ts'

const ASKED_EVERY_MS = 30_000

/** Follows what is said about whoever is signed in, in the window that is shown; null follows nothing. */
export function createRatingNews({
	settings,
	desktop,
	notifications,
}: {
	settings: SettingsFile
	desktop: Desktop
	notifications: Pick<Notifications, 'mayNotify'>
}) {
	let stop = () => {}
	let followed: ProductWindow | null = null
	return (window: ProductWindow | null) => {
		stop()
		followed = window
		stop = () => {}
		if (!window) return desktop.setBadge(0)
		const { base } = window
		const watcher = watchNewRatings({
			ask: window.ask,
			everyMs: ASKED_EVERY_MS,
			notified: {
				read: () => settings.current().notified[base] ?? null,
				remember: (ratingId) => settings.change({ notified: { ...settings.current().notified, [base]: ratingId } }),
			},
			onUnseen: desktop.setBadge,
			onNewRatings: async ({ userId, count }) => {
				// The page has a popup of its own for the driver who is looking at it.
				if (window.isFocused() || !(await notifications.mayNotify(window))) return
				// The question may have been open for long.
				if (followed === window) desktop.notify(newRatingWords(count), () => window.navigate(`profile/${userId}`))
			},
		})
		stop = watcher.stop
	}
}

/** What the system's notification says of `count` new ratings. Nothing of the ratings themselves: screens are seen by others. */
export function newRatingWords(count: number): { title: string; body: string } {
	if (count === 1)
		return { title: 'News from the back seat', body: 'Somebody rated your driving. Pull over and have a look.' }
	return {
		title: 'The back seat has been talking',
		body: `${count} new ratings of your driving. Pull over and have a look.`,
	}
}
