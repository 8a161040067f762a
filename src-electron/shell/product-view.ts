import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { Desktop, ProductWindow } from '#desktop/desktop.ts'
import type { Notifications } from '#desktop/window/notifications.ts'
import type { ShellState } from './bridge.ts'

/**
 * The cookie jar and storage of an instance, on disk: one for this computer, one for each friend, none shared.
 * Its name must stay the same for the same address, or everybody is signed out.
 */
export function partitionOf(riding: ShellState['riding']): string {
	if (riding.kind === 'this-computer') return 'persist:this-computer'
	const hash = createHash('sha256').update(riding.address).digest('hex')
	return `persist:friend-${hash.slice(0, 32)}`
}

/** What the product window should show. */
export type Destination = { base: string; partition: string; secret: string | null }

/** Keeps one product window at the right instance, however often that changes while a window is still opening. */
export function createProductView(dependencies: {
	openProduct: Desktop['openProduct']
	notifications: Pick<Notifications, 'isAllowed' | 'mayNotify'>
	/** Null while there is nothing to show: the server is not up yet. */
	destination(): Destination | null
	onFailed(isFailed: boolean): void
	onClose(): 'hide' | 'close'
	/** Another instance is shown, or none (null). */
	onChange(window: ProductWindow | null): void
}) {
	const queue = pLimit(1)
	let shown: ProductWindow | null = null
	let isEnded = false
	let isWanted = true
	/** Below the instance's address; where the next window opens. */
	let pathToOpen = ''

	const change = (next: ProductWindow | null) => {
		shown = next
		dependencies.onChange(next)
	}

	const showDestination = async () => {
		const options = dependencies.destination()
		if (isEnded || !isWanted || !options) return
		if (shown?.base === options.base) return shown.reloadIfFailed()
		const path = pathToOpen
		pathToOpen = ''
		const old = shown
		const instance = { base: options.base, isOwn: options.secret !== null }
		const opened = await dependencies.openProduct({
			...options,
			path,
			notifications: {
				isAllowed: () => dependencies.notifications.isAllowed(instance),
				mayNotify: () => dependencies.notifications.mayNotify(instance),
			},
			onFailed: (isFailed) => {
				if (!isEnded && (shown === opened || shown === old)) dependencies.onFailed(isFailed)
			},
			onClose: dependencies.onClose,
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
		update: () => queue(showDestination),

		/** Opens a path of the instance, now or as soon as it can be shown. */
		open(path: string): Promise<void> {
			isWanted = true
			return queue(() => {
				if (shown && shown.base === dependencies.destination()?.base) return shown.navigate(path)
				pathToOpen = path
				return showDestination()
			})
		},

		/** To the front, where it was. */
		show(): Promise<void> {
			isWanted = true
			return queue(() => (shown && shown.base === dependencies.destination()?.base ? shown.show() : showDestination()))
		},

		window: () => shown,

		end() {
			isEnded = true
			shown?.destroy()
		},
	}
}
