import { useSyncExternalStore } from 'react'

/** What the person chose; 'system' follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

const isTheme = (value: string | null): value is Theme => value === 'system' || value === 'light' || value === 'dark'

// Kept here too, so that the switch works where storage is refused.
let chosen: Theme | undefined

function chosenTheme(): Theme {
	if (chosen) return chosen
	try {
		const stored = localStorage.getItem(storageKey)
		return isTheme(stored) ? stored : 'system'
	} catch {
		return 'system'
	}
}

/** The same as first-paint/first-paint.js does before the first paint. */
function showTheme(theme: Theme) {
	const dark = theme === 'dark' || (theme === 'system' && systemIsDark().matches)
	const root = document.documentElement
	root.dataset.theme = dark ? 'dark' : 'light'
	root.style.colorScheme = dark ? 'dark' : 'light'
	document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#14121c' : '#fff6e5')
}

function chooseTheme(theme: Theme) {
	chosen = theme
	try {
		localStorage.setItem(storageKey, theme)
	} catch {
		// The choice then lasts for this visit.
	}
	showTheme(theme)
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
	listeners.add(listener)
	const system = systemIsDark()
	const followSystem = () => showTheme(chosenTheme())
	const followOtherTabs = (event: StorageEvent) => {
		if (event.key !== storageKey) return
		chosen = undefined
		showTheme(chosenTheme())
		listener()
	}
	// Between the first paint and now the device may have changed its mind.
	followSystem()
	system.addEventListener('change', followSystem)
	window.addEventListener('storage', followOtherTabs)
	return () => {
		listeners.delete(listener)
		system.removeEventListener('change', followSystem)
		window.removeEventListener('storage', followOtherTabs)
	}
}

export function useTheme(): { theme: Theme; chooseTheme: (theme: Theme) => void } {
	const theme = useSyncExternalStore(subscribe, chosenTheme, () => 'system' as const)
	return { theme, chooseTheme }
}
