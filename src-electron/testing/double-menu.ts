import { Emitter } from './double-events.ts'

/* Part of the fake Electron (electron-double.ts): the menu bar and the tray, without their appearance. */

type ItemOptions = {
	id?: string
	label?: string
	role?: string
	type?: string
	enabled?: boolean
	submenu?: ItemOptions[]
	click?(): void
}

export class Menu {
	static application: Menu | null = null
	static buildFromTemplate = (items: ItemOptions[]) => new Menu(items)
	static setApplicationMenu(menu: Menu | null) {
		Menu.application = menu
	}

	private readonly items: ItemOptions[]
	constructor(items: ItemOptions[]) {
		this.items = items.flatMap((item) => [item, ...new Menu(item.submenu ?? []).items])
		for (const { label, role, type } of items)
			if (!label && !role && type !== 'separator') throw new Error('A menu item without a label or a role')
	}

	/** Chooses the item like a user. Returns false if there is no such item. */
	choose(id: string): boolean {
		const item = this.items.find((one) => one.id === id)
		if (item?.enabled === false) throw new Error(`'${item.label}' is greyed out`)
		item?.click?.()
		return item !== undefined
	}
}

export class Tray extends Emitter {
	static readonly all = new Set<Tray>()
	menu: Menu | null = null
	constructor(_picture: unknown) {
		super('click')
		Tray.all.add(this)
	}
	setContextMenu(menu: Menu | null) {
		this.menu = menu
	}
	setToolTip = () => {}
	destroy = () => void Tray.all.delete(this)
}
