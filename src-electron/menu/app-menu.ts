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

type MenuRole =
	| ('about' | 'services' | 'hide' | 'hideOthers' | 'unhide' | 'quit')
	| ('undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'pasteAndMatchStyle' | 'delete' | 'selectAll')
	| ('reload' | 'forceReload' | 'toggleDevTools' | 'resetZoom' | 'zoomIn' | 'zoomOut' | 'togglefullscreen')
	| ('close' | 'minimize' | 'zoom' | 'front' | 'window' | 'help')

export type MenuEntry = {
	id?: string
	label?: string
	role?: MenuRole
	type?: 'separator' | 'checkbox'
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
	choose,
}: {
	platform: NodeJS.Platform
	productName: string
	riding: ShellState['riding']
	isLan: boolean
	keepServing: boolean
	mayNotify: boolean
	isDevelopment: boolean
	choose: Choose
}): MenuEntry[] {
	const entry = chosenBy(choose)
	const isMac = platform === 'darwin'
	const isAway = riding.kind === 'friend'
	const updates = entry('updates', 'Updates…')

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
		label: '&Ride',
		submenu: [
			entry('home', 'Home', { accelerator: 'CmdOrCtrl+Shift+H' }),
			line,
			entry('ride-along', 'Ride Along…', { accelerator: 'CmdOrCtrl+J' }),
			entry('ride-here', 'Back to My Own Car', { enabled: isAway }),
			entry('notifications', 'Let This Car Honk (Notifications)', {
				type: 'checkbox',
				checked: mayNotify,
				enabled: isAway,
			}),
			line,
			entry('let-the-car-in', isLan ? 'Let the Car In (It Is In)…' : 'Let the Car In…', {
				accelerator: 'CmdOrCtrl+L',
			}),
			entry('behind-the-wheel', 'Behind the Wheel (People, Backups)', { enabled: !isAway }),
			entry('keep-serving', 'Keep Serving When Closed', { type: 'checkbox', checked: keepServing }),
			line,
			{ role: 'close' },
			...(isMac ? [] : [{ role: 'quit', label: platform === 'win32' ? 'Park and E&xit' : 'Park and &Quit' } as const]),
		],
	}
	const edit: MenuEntry = {
		label: '&Edit',
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
		label: '&View',
		submenu: [
			{ role: 'reload', label: 'Once More Round the Block (Reload)' },
			...(isDevelopment ? [{ role: 'forceReload' } as const, { role: 'toggleDevTools' } as const] : []),
			line,
			{ role: 'resetZoom', label: 'Sit Up Straight (Actual Size)' },
			{ role: 'zoomIn', label: 'Lean In (Zoom In)' },
			{ role: 'zoomOut', label: 'Lean Back (Zoom Out)' },
			line,
			{ role: 'togglefullscreen', label: 'Whole Windscreen (Full Screen)' },
		],
	}
	const window: MenuEntry = {
		label: '&Window',
		role: 'window',
		submenu: [{ role: 'minimize' }, { role: 'zoom' }, ...(isMac ? [line, { role: 'front' } as const] : [])],
	}
	const help: MenuEntry = {
		label: '&Help',
		role: 'help',
		submenu: [
			entry('open-data-folder', 'Open the Glove Box (Data Folder)'),
			entry('licenses', 'The Small Print (Licences)'),
			...(isMac ? [] : [updates, line, { role: 'about' } as const]),
		],
	}
	return [...(isMac ? [app] : []), ride, edit, view, window, help]
}

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
	const serving = isRunning ? 'Engine running, doors closed' : 'Engine off'
	return [
		{ id: 'serving-at', label: address ? `Phones get in at ${address}` : serving, enabled: false },
		line,
		entry('show', 'Open Backseat'),
		entry('let-the-car-in', isLan ? 'Let the Car In (It Is In)…' : 'Let the Car In…'),
		line,
		entry('quit', 'Park and Quit'),
	]
}
