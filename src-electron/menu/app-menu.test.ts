import { describe, expect, test } from 'bun:test'
import { LANGUAGES } from '#contract/languages.ts'
import { inLanguage } from '#contract/text.ts'
import { appMenu, type MenuChoice, type MenuEntry, trayMenu, withNamedRoles } from './app-menu.ts'

const PLATFORMS = ['darwin', 'win32', 'linux'] as const
type Given = Parameters<typeof appMenu>[0]

const friend: Given['riding'] = { kind: 'friend', address: 'https://rides.example/' }

function aMenu(given: Partial<Given> = {}) {
	const chosen: MenuChoice[] = []
	const menu = appMenu({
		platform: 'linux',
		productName: 'Backseat',
		riding: { kind: 'this-computer' },
		isLan: false,
		keepServing: false,
		mayNotify: true,
		isDevelopment: false,
		choose: (choice) => chosen.push(choice),
		...given,
	})
	return { menu, all: everyEntry(menu), chosen }
}

const everyEntry = (menu: MenuEntry[]): MenuEntry[] =>
	menu.flatMap((entry) => [entry, ...everyEntry(entry.submenu ?? [])])
const byId = (all: MenuEntry[], id: MenuChoice) => all.find((entry) => entry.id === id)
const roles = (all: MenuEntry[]) => all.flatMap(({ role }) => role ?? [])

/** Shortcuts that Electron's roles define themselves (its lib/browser/api/menu-item-roles.ts). */
const ROLE_KEYS: Record<string, Partial<Record<(typeof PLATFORMS)[number] | 'any', string>>> = {
	close: { any: 'CmdOrCtrl+W' },
	minimize: { any: 'CmdOrCtrl+M' },
	selectAll: { any: 'CmdOrCtrl+A' },
	cut: { any: 'CmdOrCtrl+X' },
	copy: { any: 'CmdOrCtrl+C' },
	paste: { any: 'CmdOrCtrl+V' },
	pasteAndMatchStyle: { any: 'CmdOrCtrl+Shift+V', darwin: 'CmdOrCtrl+Alt+Shift+V' },
	undo: { any: 'CmdOrCtrl+Z' },
	redo: { any: 'CmdOrCtrl+Shift+Z', win32: 'CmdOrCtrl+Y' },
	reload: { any: 'CmdOrCtrl+R' },
	forceReload: { any: 'CmdOrCtrl+Shift+R' },
	toggleDevTools: { any: 'CmdOrCtrl+Shift+I', darwin: 'CmdOrCtrl+Alt+I' },
	resetZoom: { any: 'CmdOrCtrl+0' },
	zoomIn: { any: 'CmdOrCtrl+Plus' },
	zoomOut: { any: 'CmdOrCtrl+-' },
	togglefullscreen: { any: 'F11', darwin: 'CmdOrCtrl+Ctrl+F' },
	hide: { darwin: 'CmdOrCtrl+H' },
	hideOthers: { darwin: 'CmdOrCtrl+Alt+H' },
	quit: { darwin: 'CmdOrCtrl+Q', linux: 'CmdOrCtrl+Q' },
}

describe.each(PLATFORMS)('the menu on %s', (platform) => {
	const { all } = aMenu({ platform })

	test('has every entry of ours once, by a name that stays', () => {
		const ids = all.flatMap(({ id }) => id ?? []).sort()
		const ours: string[] = [
			'behind-the-wheel',
			'home',
			'keep-serving',
			'let-the-car-in',
			'licenses',
			'notifications',
			'open-data-folder',
		]
		expect(ids).toEqual([...ours, 'ride-along', 'ride-here', 'updates'])
		for (const entry of all)
			if (!entry.role && !entry.submenu && entry.type !== 'separator') expect(entry.id).toBeString()
	})

	test('says what was chosen', () => {
		const { all, chosen } = aMenu({ platform, riding: friend })
		const ours = all.filter(({ id }) => id)
		for (const { click } of ours) click?.()
		expect<(string | undefined)[]>(chosen).toEqual(ours.map(({ id }) => id))
	})

	test('has no two entries on the same keys', () => {
		const { all } = aMenu({ platform, isDevelopment: true })
		const keys = all.flatMap(({ role, accelerator }) => {
			const ofRole = ROLE_KEYS[role ?? '']
			return accelerator ?? ofRole?.[platform] ?? ofRole?.any ?? []
		})
		expect(keys.length).toBeGreaterThan(15)
		expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted())
		for (const { accelerator } of all) if (accelerator) expect(accelerator).toMatch(/^CmdOrCtrl\+(Shift\+)?[A-Z]$/)
	})

	test('has what every menu has', () => {
		for (const role of [
			'undo',
			'cut',
			'copy',
			'paste',
			'selectAll',
			'reload',
			'zoomIn',
			'zoomOut',
			'resetZoom',
		] as const)
			expect(roles(all)).toContain(role)
		for (const role of ['togglefullscreen', 'minimize', 'close', 'about', 'help', 'window'] as const)
			expect(roles(all)).toContain(role)
		expect(roles(all).filter((role) => role === 'quit')).toHaveLength(1)
	})

	test('keeps the word people look for beside each joke', () => {
		const words = { reload: 'Reload', zoomIn: 'Zoom In', zoomOut: 'Zoom Out', resetZoom: 'Actual Size' }
		for (const [role, word] of Object.entries({ ...words, togglefullscreen: 'Full Screen' }))
			expect(all.find((entry) => entry.role === role)?.label).toContain(word)
		expect(byId(all, 'open-data-folder')?.label).toContain('Data Folder')
	})

	test('has developer tools in development only', () => {
		expect(roles(all)).not.toContain('toggleDevTools')
		expect(roles(all)).not.toContain('forceReload')
		expect(roles(aMenu({ platform, isDevelopment: true }).all)).toContain('toggleDevTools')
	})
})

test('macOS has the menu of the app itself, with Quit at its end', () => {
	const [app] = aMenu({ platform: 'darwin' }).menu
	expect(app?.label).toBe('Backseat')
	expect(app?.submenu?.at(-1)).toEqual({ role: 'quit' })
	expect(roles(app?.submenu ?? [])).toEqual(['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit'])
})

test('elsewhere there is no such menu, and quitting is where people look first', () => {
	for (const [platform, words] of [
		['win32', 'Park and E&xit'],
		['linux', 'Park and &Quit'],
	] as const) {
		const [ride] = aMenu({ platform }).menu
		expect(ride?.submenu?.at(-1)).toEqual({ role: 'quit', label: words })
	}
})

test('in the own car the phones can be let in, and there is nothing to come back to', () => {
	const { all } = aMenu()
	expect(byId(all, 'let-the-car-in')).toMatchObject({ label: 'Let the Car In…' })
	expect(byId(all, 'ride-here')).toMatchObject({ enabled: false, label: 'Back to My Own Car' })
	expect(byId(aMenu({ isLan: true }).all, 'let-the-car-in')?.label).toBe('Let the Car In (It Is In)…')
})

test('one sits behind the wheel of one’s own car only', () => {
	expect(byId(aMenu().all, 'behind-the-wheel')).toMatchObject({ enabled: true })
	expect(byId(aMenu({ riding: friend }).all, 'behind-the-wheel')).toMatchObject({ enabled: false })
})

test('in a friend’s car one can come back, and phones may still be let in to one’s own', () => {
	const { all } = aMenu({ riding: friend })
	expect(byId(all, 'let-the-car-in')?.enabled).not.toBe(false)
	expect(byId(all, 'notifications')).toMatchObject({ type: 'checkbox', enabled: true, checked: true })
	const quiet = aMenu({ riding: friend, mayNotify: false })
	expect(byId(quiet.all, 'notifications')).toMatchObject({ enabled: true, checked: false })
	expect(byId(aMenu().all, 'notifications')).toMatchObject({ enabled: false, checked: true })
	expect(byId(all, 'ride-here')?.enabled).toBe(true)
})

test('the tick says whether it keeps serving', () => {
	for (const keepServing of [true, false])
		expect(byId(aMenu({ keepServing }).all, 'keep-serving')).toMatchObject({ type: 'checkbox', checked: keepServing })
})

test('the icon by the clock says where phones get in, opens the window, lets phones in and quits', () => {
	const chosen: MenuChoice[] = []
	const choose = (choice: MenuChoice) => void chosen.push(choice)
	const tray = trayMenu({ isLan: true, isRunning: true, address: 'http://192.168.1.5:7433/', choose })
	expect(tray[0]).toEqual({ id: 'serving-at', label: 'Phones get in at http://192.168.1.5:7433/', enabled: false })
	for (const { click } of tray) click?.()
	expect(chosen).toEqual(['show', 'let-the-car-in', 'quit'])

	const withoutAddress = (isRunning: boolean) => trayMenu({ isLan: false, isRunning, address: null, choose })[0]?.label
	expect([withoutAddress(true), withoutAddress(false)]).toEqual(['Engine running, doors closed', 'Engine off'])
})

test.each(PLATFORMS)('on %s no entry is left to Electron, which names it in English in every language', (platform) => {
	const named = (isDevelopment: boolean) =>
		everyEntry(withNamedRoles(aMenu({ platform, isDevelopment }).menu, platform))
	const nameless = (isDevelopment: boolean) =>
		roles(named(isDevelopment).filter(({ label, type }) => !label && type !== 'separator'))

	expect(nameless(false)).toEqual([])
	expect(nameless(true)).toEqual(['forceReload', 'toggleDevTools'])
	expect(named(false).find(({ role }) => role === 'zoomIn')?.label).toBe('Lean In (Zoom In)')
	expect(named(false).find(({ role }) => role === 'close')?.label).toBe(
		platform === 'darwin' ? 'Close Window' : 'Close',
	)
})

test('the menu speaks the language of the app', () => {
	const german = {
		locale: 'de',
		isRightToLeft: false,
		translations: { '&Ride': '&Fahrt', 'menu\u0004Undo': 'Rückgängig', 'Park and Quit': 'Parken und beenden' },
	}
	const labels = inLanguage(german, () => [
		...everyEntry(withNamedRoles(aMenu().menu, 'linux')),
		...trayMenu({ isLan: false, isRunning: true, address: null, choose: () => {} }),
	]).map(({ label }) => label)

	expect(labels).toEqual(expect.arrayContaining(['&Fahrt', 'Rückgängig', 'Parken und beenden']))
})

test('people choose among the languages by their own names, or leave it to the system', () => {
	const chosen: (string | null)[] = []
	const choose = (tag: string | null) => void chosen.push(tag)
	const offered = LANGUAGES.filter(({ tag }) => ['en', 'de', 'ar'].includes(tag))
	const { all } = aMenu({ languages: { offered, chosen: 'de', choose } })

	const languages = all.find(({ label }) => label === 'Language')?.submenu ?? []
	expect(languages.map(({ label, type, checked }) => ({ label, type, checked }))).toEqual([
		{ label: 'Like This Computer', type: 'radio', checked: false },
		{ label: 'English', type: 'radio', checked: false },
		{ label: 'Deutsch', type: 'radio', checked: true },
		{ label: 'العربية', type: 'radio', checked: false },
	])
	for (const { click } of languages) click?.()
	expect(chosen).toEqual([null, 'en', 'de', 'ar'])

	const alone = aMenu({ languages: { offered: offered.slice(0, 1), chosen: null, choose } })
	expect(alone.all.map(({ label }) => label)).not.toContain('Language')
})
