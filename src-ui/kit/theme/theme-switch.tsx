import { IconButton } from '#ui/kit/icon-button.tsx'
import { DeviceIcon, MoonIcon, SunIcon } from '#ui/kit/icons.tsx'
import { Menu, type MenuPart } from '#ui/kit/overlays/menu.tsx'
import { type Theme, useTheme } from './theme.ts'

const themes: { id: Theme; label: string; Icon: typeof SunIcon }[] = [
	{ id: 'system', label: 'System', Icon: DeviceIcon },
	{ id: 'light', label: 'Light', Icon: SunIcon },
	{ id: 'dark', label: 'Dark', Icon: MoonIcon },
]

/** The switch as a section, for a menu that holds other things too. */
export function useThemeMenuPart(): MenuPart {
	const { theme, chooseTheme } = useTheme()
	return {
		title: 'Theme',
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
			label="Theme"
			sections={[part]}
			trigger={(props) => (
				<IconButton {...props} label="Theme">
					<SunIcon className="dark:hidden" />
					<MoonIcon className="not-dark:hidden" />
				</IconButton>
			)}
		/>
	)
}
