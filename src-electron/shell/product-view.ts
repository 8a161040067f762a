import pLimit from 'p-limit'
import type { Desktop, ProductWindow } from '#desktop/desktop.ts'

/** What the product window should show. */
export type Destination = { base: string; partition: string; secret: string | null }

/** Keeps one product window at the right instance, however often that changes while a window is still opening. */
export function createProductView(house: {
	openProduct: Desktop['openProduct']
	/** Null while there is nothing to show: the server is not up yet. */
	destination(): Destination | null
	onFailed(isFailed: boolean): void
	onClose(): 'hide' | 'close'
	/** Another instance is shown, or none (null). */
	onChange(window: ProductWindow | null): void
}) {
	const inTurn = pLimit(1)
	let shown: ProductWindow | null = null
	let isEnded = false
	let isWanted = true
	/** Below the instance's address; where the next window opens. */
	let pathToOpen = ''

	const change = (next: ProductWindow | null) => {
		shown = next
		house.onChange(next)
	}

	const arrange = async () => {
		const wish = house.destination()
		if (isEnded || !isWanted || !wish) return
		if (shown?.base === wish.base) return shown.mend()
		const path = pathToOpen
		pathToOpen = ''
		const old = shown
		const opened = await house.openProduct({
			...wish,
			path,
			onFailed: (isFailed) => {
				if (!isEnded && (shown === opened || shown === old)) house.onFailed(isFailed)
			},
			onClose: house.onClose,
			onClosed: () => {
				if (shown === opened) closed()
			},
		})
		if (isEnded) return opened.destroy()
		change(opened)
		old?.destroy()
	}

	const closed = () => {
		isWanted = false
		change(null)
	}

	return {
		/** Brings the window to where it should be now. */
		update: () => inTurn(arrange),

		/** Opens a path of the instance, now or as soon as it can be shown. */
		open(path: string): Promise<void> {
			isWanted = true
			return inTurn(() => {
				if (shown && shown.base === house.destination()?.base) return shown.go(path)
				pathToOpen = path
				return arrange()
			})
		},

		/** To the front, where it was. */
		show(): Promise<void> {
			isWanted = true
			return inTurn(() => (shown && shown.base === house.destination()?.base ? shown.show() : arrange()))
		},

		window: () => shown,

		end() {
			isEnded = true
			shown?.destroy()
		},
	}
}
