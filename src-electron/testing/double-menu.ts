import { BrowserWindow } from './double-window.ts'

/* Part of the double of Electron (electron-double.ts): menus, with everything but their looks. */

type Wish = {
	id?: string
	label?: string
	role?: string
	type?: string
	checked?: boolean
	submenu?: Wish[] | Menu
} & {
	click?(item: MenuItem, window: BrowserWindow | null, event: object): void
} & { enabled?: boolean; visible?: boolean; accelerator?: string }

export class MenuItem {
	readonly id: string
	readonly label: string
	checked: boolean
	enabled: boolean
	visible: boolean
	readonly submenu: Menu | null

	constructor(readonly wish: Wish) {
		const { id, label, role, type, checked, submenu } = wish
		this.id = id ?? role ?? label ?? ''
		this.label = label ?? role ?? ''
		this.checked = checked === true
		this.enabled = wish.enabled !== false
		this.visible = wish.visible !== false
		this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu ?? null)
		if (!role && !label && type !== 'separator') throw new Error('A menu item without a label or a role')
	}

	click = () => {
		if (!this.enabled) throw new Error(`'${this.label}' is greyed out`)
		if (this.wish.type === 'checkbox') this.checked = !this.checked
		this.wish.click?.(this, BrowserWindow.getFocusedWindow(), {})
	}
}

export class Menu {
	private static application: Menu | null = null
	readonly items: MenuItem[] = []

	static buildFromTemplate(wishes: Wish[]): Menu {
		const menu = new Menu()
		menu.items.push(...wishes.map((wish) => new MenuItem(wish)))
		return menu
	}
	static setApplicationMenu(menu: Menu | null) {
		Menu.application = menu
	}
	static getApplicationMenu = () => Menu.application

	getMenuItemById(id: string): MenuItem | null {
		for (const item of this.items) {
			const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
			if (found) return found
		}
		return null
	}
	popup() {}
}
