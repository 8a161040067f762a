import type { Language } from '#contract/languages.ts'
import { t } from '#contract/text.ts'
import type { ShellState } from '#desktop/shell/bridge.ts'

export type MenuChoice =
	| 'home'
	| 'ride-along'
	| 'ride-here'
	| 'behind-the-wheel'
	| 'let-the-car-in'
	| 'notifications'
	| 'keep-serving'
	| 'open-data-folder'
	| 'licenses'
	| 'updates'
	| 'show'
	| 'quit'

/** The languages that the app can speak, and the tag of the chosen one; null means the system's. */
export type LanguageChoice = {
	offered: readonly Language[]
	chosen: string | null
	choose(tag: string | null): void
}

type MenuRole =
	| ('about' | 'services' | 'hide' | 'hideOthers' | 'unhide' | 'quit')
	| ('undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'pasteAndMatchStyle' | 'delete' | 'selectAll')
	| ('reload' | 'forceReload' | 'toggleDevTools' | 'resetZoom' | 'zoomIn' | 'zoomOut' | 'togglefullscreen')
	| ('close' | 'minimize' | 'zoom' | 'front' | 'window' | 'help')

export type MenuEntry = {
	id?: string
	label?: string
	role?: MenuRole
	type?: 'separator' | 'checkbox' | 'radio'
	checked?: boolean
	enabled?: boolean
	accelerator?: string
	submenu?: MenuEntry[]
	click?: () => void
}

type Choose = (choice: MenuChoice) => void

const line: MenuEntry = { type: 'separator' }

const chosenBy =
	(choose: Choose) =>
	(id: MenuChoice, label: string, more: MenuEntry = {}): MenuEntry => ({ id, label, ...more, click: () => choose(id) })

/** Menu labels always contain the plain word that users look for; a joke may follow it. */
export function appMenu({
	platform,
	productName,
	riding,
	isLan,
	keepServing,
	mayNotify,
	isDevelopment,
	languages,
	choose,
}: {
	platform: NodeJS.Platform
	productName: string
	riding: ShellState['riding']
	isLan: boolean
	keepServing: boolean
	mayNotify: boolean
	isDevelopment: boolean
	languages?: LanguageChoice
	choose: Choose
}): MenuEntry[] {
	const entry = chosenBy(choose)
	const isMac = platform === 'darwin'
	const isAway = riding.kind === 'friend'
	const updates = entry('updates', t('Updates…'))

	const app: MenuEntry = {
		label: productName,
		submenu: [
			{ role: 'about' } as const,
			updates,
			line,
			{ role: 'services' } as const,
			line,
			{ role: 'hide' } as const,
			{ role: 'hideOthers' } as const,
			{ role: 'unhide' } as const,
			line,
			{ role: 'quit' },
		],
	}
	const ride: MenuEntry = {
		// Translators: a menu. '&' stands before the letter that opens it together with Alt.
		label: t('&Ride'),
		submenu: [
			entry('home', t('Home', { context: 'menu' }), { accelerator: 'CmdOrCtrl+Shift+H' }),
			line,
			entry('ride-along', t('Ride Along…'), { accelerator: 'CmdOrCtrl+J' }),
			entry('ride-here', t('Back to My Own Car'), { enabled: isAway }),
			entry('notifications', t('Let This Car Honk (Notifications)'), {
				type: 'checkbox',
				checked: mayNotify,
				enabled: isAway,
			}),
			line,
			entry('let-the-car-in', isLan ? t('Let the Car In (It Is In)…') : t('Let the Car In…'), {
				accelerator: 'CmdOrCtrl+L',
			}),
			entry('behind-the-wheel', t('Behind the Wheel (People, Backups)'), { enabled: !isAway }),
			entry('keep-serving', t('Keep Serving When Closed'), { type: 'checkbox', checked: keepServing }),
			line,
			{ role: 'close' },
			...(isMac
				? []
				: [{ role: 'quit', label: platform === 'win32' ? t('Park and E&xit') : t('Park and &Quit') } as const]),
		],
	}
	const edit: MenuEntry = {
		label: t('&Edit'),
		submenu: [
			{ role: 'undo' } as const,
			{ role: 'redo' } as const,
			line,
			{ role: 'cut' } as const,
			{ role: 'copy' } as const,
			{ role: 'paste' } as const,
			{ role: 'pasteAndMatchStyle' } as const,
			{ role: 'delete' } as const,
			{ role: 'selectAll' } as const,
		],
	}
	const view: MenuEntry = {
		label: t('&View'),
		submenu: [
			{ role: 'reload', label: t('Once More Round the Block (Reload)') },
			...(isDevelopment ? [{ role: 'forceReload' } as const, { role: 'toggleDevTools' } as const] : []),
			line,
			{ role: 'resetZoom', label: t('Sit Up Straight (Actual Size)') },
			{ role: 'zoomIn', label: t('Lean In (Zoom In)') },
			{ role: 'zoomOut', label: t('Lean Back (Zoom Out)') },
			line,
			{ role: 'togglefullscreen', label: t('Whole Windscreen (Full Screen)') },
			...(languages && languages.offered.length > 1 ? [line, languageMenu(languages)] : []),
		],
	}
	const window: MenuEntry = {
		label: t('&Window'),
		role: 'window',
		submenu: [{ role: 'minimize' }, { role: 'zoom' }, ...(isMac ? [line, { role: 'front' } as const] : [])],
	}
	const help: MenuEntry = {
		label: t('&Help'),
		role: 'help',
		submenu: [
			entry('open-data-folder', t('Open the Glove Box (Data Folder)')),
			entry('licenses', t('The Small Print (Licences)')),
			...(isMac ? [] : [updates, line, { role: 'about' } as const]),
		],
	}
	return [...(isMac ? [app] : []), ride, edit, view, window, help]
}

/** Shows each language by its own name, because a user may not read the current one. Electron groups adjacent radio items. */
const languageMenu = ({ offered, chosen, choose }: LanguageChoice): MenuEntry => ({
	label: t('Language'),
	submenu: [{ tag: null, name: t('Like This Computer') }, ...offered].map(({ tag, name }) => ({
		id: `language-${tag ?? 'of-system'}`,
		label: name,
		type: 'radio',
		checked: tag === chosen,
		click: () => choose(tag),
	})),
})

export function trayMenu({
	isLan,
	isRunning,
	address,
	choose,
}: {
	isLan: boolean
	isRunning: boolean
	address: string | null
	choose: Choose
}): MenuEntry[] {
	const entry = chosenBy(choose)
	const serving = isRunning ? t('Engine running, doors closed') : t('Engine off')
	return [
		{ id: 'serving-at', label: address ? t('Phones get in at {address}', { address }) : serving, enabled: false },
		line,
		entry('show', t('Open Backseat')),
		entry('let-the-car-in', isLan ? t('Let the Car In (It Is In)…') : t('Let the Car In…')),
		line,
		entry('quit', t('Park and Quit')),
	]
}

/** Names the entries that every program has: Electron itself names them in English. */
export function withNamedRoles(menu: MenuEntry[], platform: NodeJS.Platform): MenuEntry[] {
	return menu.map((entry) => {
		const label = entry.label ?? (entry.role && nameOfRole(entry.role, platform))
		const submenu = entry.submenu && withNamedRoles(entry.submenu, platform)
		return { ...entry, ...(label ? { label } : {}), ...(submenu ? { submenu } : {}) }
	})
}

function nameOfRole(role: MenuRole, platform: NodeJS.Platform): string | undefined {
	const isMac = platform === 'darwin'
	const names: Partial<Record<MenuRole, string>> = {
		about: platform === 'linux' ? t('About', { context: 'menu' }) : t('About Backseat', { context: 'menu' }),
		services: t('Services', { context: 'menu' }),
		hide: t('Hide Backseat', { context: 'menu' }),
		hideOthers: t('Hide Others', { context: 'menu' }),
		unhide: t('Show All', { context: 'menu' }),
		quit: t('Quit Backseat', { context: 'menu' }),
		undo: t('Undo', { context: 'menu' }),
		redo: t('Redo', { context: 'menu' }),
		cut: t('Cut', { context: 'menu' }),
		copy: t('Copy', { context: 'menu' }),
		paste: t('Paste', { context: 'menu' }),
		pasteAndMatchStyle: t('Paste and Match Style', { context: 'menu' }),
		delete: t('Delete', { context: 'menu' }),
		selectAll: t('Select All', { context: 'menu' }),
		close: isMac ? t('Close Window', { context: 'menu' }) : t('Close', { context: 'menu' }),
		minimize: t('Minimize', { context: 'menu' }),
		// Translators: macOS: gives the window the size that its content needs.
		zoom: t('Zoom', { context: 'menu' }),
		front: t('Bring All to Front', { context: 'menu' }),
	}
	return names[role]
}
