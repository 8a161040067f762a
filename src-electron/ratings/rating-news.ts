import type { Desktop, ProductWindow } from '#desktop/desktop.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import { watchNewRatings } from './new-ratings.ts'
import { newRatingWords } from './notification-words.ts'

const ASKED_EVERY_MS = 30_000

/** Follows what is said about whoever is signed in, in the window that is shown; null follows nothing. */
export function createRatingNews({ settings, desktop }: { settings: SettingsFile; desktop: Desktop }) {
	let stop = () => {}
	return (window: ProductWindow | null) => {
		stop()
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
			onNews: ({ userId, count }) => {
				// The page has a popup of its own for whoever is looking at it.
				if (!window.isFocused()) desktop.notify(newRatingWords(count), () => window.go(`profile/${userId}`))
			},
		})
		stop = watcher.stop
	}
}
