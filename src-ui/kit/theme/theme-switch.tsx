import { useSyncExternalStore } from 'react'
import { t } from '#contract/text.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { DeviceIcon, MoonIcon, SunIcon } from '#ui/kit/icons.tsx'
import { Menu, type MenuPart } from '#ui/kit/overlays/menu.tsx'
import { storedText, storeText } from '#ui/platform/storage.ts'

type Theme = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

const isTheme = (value: string | null): value is Theme => value === 'system' || value === 'light' || value === 'dark'

function chosenTheme(): Theme {
	const stored = storedText('localStorage', storageKey)
	return isTheme(stored) ? stored : 'system'
}

/** Must match first-paint/first-paint.js. */
function showTheme(theme: Theme) {
	const dark = theme === 'dark' || (theme === 'system' && systemIsDark().matches)
	const root = document.documentElement
	root.dataset.theme = dark ? 'dark' : 'light'
	root.style.colorScheme = dark ? 'dark' : 'light'
	document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#14121c' : '#fff6e5')
}

function chooseTheme(theme: Theme) {
	storeText('localStorage', storageKey, theme)
	showTheme(theme)
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
	listeners.add(listener)
	const system = systemIsDark()
	const followSystem = () => showTheme(chosenTheme())
	const followOtherTabs = (event: StorageEvent) => {
		if (event.key !== storageKey) return
		showTheme(chosenTheme())
		listener()
	}
	// The device's theme may have changed since the first paint.
	followSystem()
	system.addEventListener('change', followSystem)
	window.addEventListener('storage', followOtherTabs)
	return () => {
		listeners.delete(listener)
		system.removeEventListener('change', followSystem)
		window.removeEventListener('storage', followOtherTabs)
	}
}

function useTheme(): { theme: Theme; chooseTheme: (theme: Theme) => void } {
	const theme = useSyncExternalStore(subscribe, chosenTheme, () => 'system' as const)
	return { theme, chooseTheme }
}

const themes: { id: Theme; label: string; Icon: typeof SunIcon }[] = [
	// Translators: colours as the device has them
	{ id: 'system', label: t('System'), Icon: DeviceIcon },
	// Translators: bright colours
	{ id: 'light', label: t('Light'), Icon: SunIcon },
	// Translators: dark colours
	{ id: 'dark', label: t('Dark'), Icon: MoonIcon },
]

export function useThemeMenuPart(): MenuPart {
	const { theme, chooseTheme } = useTheme()
	return {
		// Translators: light or dark colours
		title: t('Theme'),
		items: themes.map(({ id, label, Icon }) => ({ id, label, icon: <Icon size={18} /> })),
		selected: theme,
		onSelect: (id) => {
			const chosen = themes.find((theme) => theme.id === id)
			if (chosen) chooseTheme(chosen.id)
		},
	}
}

export function ThemeSwitch() {
	const part = useThemeMenuPart()
	return (
		<Menu
			label={t('Theme')}
			sections={[part]}
			trigger={(props) => (
				<IconButton {...props} label={t('Theme')}>
					<SunIcon className="dark:hidden" />
					<MoonIcon className="not-dark:hidden" />
				</IconButton>
			)}
		/>
	)
}
