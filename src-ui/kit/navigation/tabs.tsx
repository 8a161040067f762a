import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

export type TabItem<Id extends string> = { id: Id; title: ReactNode; content: ReactNode }

export type TabsProps<Id extends string> = {
	label: string
	items: TabItem<Id>[]
	/** Omit this and `onChange` for uncontrolled tabs, which start at `initial` or the first one. */
	selected?: Id
	initial?: Id
	onChange?: (id: Id) => void
}

/**
 * Tabs by the ARIA Authoring Practices: one tab stop, and the arrows, Home and End select. Not React Aria's, whose collections
 * are 14 KB of the script before /auth can be used.
 */
export function Tabs<Id extends string>({ label, items, selected, initial, onChange }: TabsProps<Id>) {
	const panel = useId()
	const [own, setOwn] = useState(initial ?? items[0]?.id)
	const at = items.findIndex(({ id }) => id === (selected ?? own))

	const select = (id: Id | undefined) => {
		if (id === undefined || id === items[at]?.id) return
		setOwn(id)
		onChange?.(id)
	}
	const moveBy = (event: KeyboardEvent<HTMLElement>) => {
		if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
		const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
		const places: Record<string, number> = {
			ArrowRight: at + forwards,
			ArrowLeft: at - forwards,
			Home: 0,
			End: items.length - 1,
		}
		const place = places[event.key]
		if (place === undefined) return
		event.preventDefault()
		const to = (place + items.length) % items.length
		event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
		select(items[to]?.id)
	}

	return (
		<div>
			<div role="tablist" aria-label={label} className="tab-list" onKeyDown={moveBy}>
				{items.map(({ id, title }, nth) => (
					<button
						key={id}
						type="button"
						role="tab"
						id={`${panel}-${id}`}
						aria-selected={nth === at}
						aria-controls={nth === at ? panel : undefined}
						tabIndex={nth === at ? 0 : -1}
						data-selected={nth === at || undefined}
						className="tab"
						onClick={() => select(id)}
					>
						{title}
					</button>
				))}
			</div>
			<div
				key={items[at]?.id}
				role="tabpanel"
				id={panel}
				aria-labelledby={`${panel}-${items[at]?.id}`}
				className="tab-panel"
			>
				{items[at]?.content}
			</div>
		</div>
	)
}
