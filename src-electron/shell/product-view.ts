import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { Desktop, ProductWindow } from '#desktop/desktop.ts'
import type { Notifications } from '#desktop/window/notifications.ts'
import type { ShellState } from './bridge.ts'

/**
 * Name of an instance's persistent cookie jar and storage: one for this computer, one for each friend, none shared.
 * The name must stay the same for an address, otherwise all its members are signed out.
 */
export function partitionOf(riding: ShellState['riding']): string {
	if (riding.kind === 'this-computer') return 'persist:this-computer'
	const hash = createHash('sha256').update(riding.address).digest('hex')
	return `persist:friend-${hash.slice(0, 32)}`
}

export type Destination = { base: string; partition: string; secret: string | null }

/** Handles changes of the instance while a window is still opening. */
export function createProductView(dependencies: {
	openProduct: Desktop['openProduct']
	notifications: Pick<Notifications, 'isAllowed' | 'mayNotify'>
	destination(): Destination | null
	onFailed(isFailed: boolean): void
	onClose(): 'hide' | 'close'
	onChange(window: ProductWindow | null): void
}) {
	const queue = pLimit(1)
	let shown: ProductWindow | null = null
	let isEnded = false
	let isWanted = true
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
		update: () => queue(showDestination),

		open(path: string): Promise<void> {
			isWanted = true
			return queue(() => {
				if (shown && shown.base === dependencies.destination()?.base) return shown.navigate(path)
				pathToOpen = path
				return showDestination()
			})
		},

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
