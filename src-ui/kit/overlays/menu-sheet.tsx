import type { ReactNode, RefObject } from 'react'
import { Menu as AriaMenu, Header, MenuItem, MenuSection, Popover } from 'react-aria-components/Menu'
import { CheckIcon } from '#ui/kit/icons.tsx'
import { useCloseWatcher } from './close-watcher.ts'

type MenuChoice = {
	id: string
	label: string
	/** The label's language, if it is another than the page's. */
	lang?: string
	note?: string | undefined
	icon?: ReactNode
	onAction?: () => void
}

/** With `selected` the items are radio items, and onSelect gets the chosen id. */
export type MenuPart = {
	title: string
	items: MenuChoice[]
	selected?: string
	onSelect?: (id: string) => void
}

export type MenuSheetProps = {
	label: string
	sections: MenuPart[]
	triggerRef: RefObject<HTMLElement | null>
	onOpenChange: (isOpen: boolean) => void
}

export function MenuSheet({ label, sections, triggerRef, onOpenChange }: MenuSheetProps) {
	useCloseWatcher(true, () => onOpenChange(false))
	return (
		<Popover
			isOpen
			onOpenChange={onOpenChange}
			triggerRef={triggerRef}
			aria-label={label}
			placement="bottom end"
			offset={8}
			className="popover min-w-[min(13rem,100vw-24px)]"
		>
			<AriaMenu aria-label={label} autoFocus="first" onClose={() => onOpenChange(false)} className="p-1.5 outline-none">
				{sections.map((section) => (
					<MenuPartItems key={section.title} {...section} />
				))}
			</AriaMenu>
		</Popover>
	)
}

function MenuPartItems({ title, items, selected, onSelect }: MenuPart) {
	const selection =
		selected === undefined
			? {}
			: ({ selectionMode: 'single', selectedKeys: [selected], disallowEmptySelection: true } as const)
	return (
		<MenuSection
			{...selection}
			onSelectionChange={(keys) => {
				const [key] = keys === 'all' ? [] : keys
				if (key !== undefined) onSelect?.(String(key))
			}}
			className="not-first:mt-1.5 not-first:border-t-2 not-first:border-dashed not-first:border-hairline not-first:pt-1.5"
		>
			<Header className="px-2.5 pt-1.5 pb-1 font-mono text-xs tracking-wide text-muted uppercase">{title}</Header>
			{items.map(({ id, label, lang, note, icon, onAction }) => (
				<MenuItem key={id} id={id} textValue={label} onAction={onAction} className="menu-item">
					{({ isSelected }) => (
						<>
							{icon}
							<span className="flex-1" lang={lang}>
								{label}
							</span>
							{note ? <span className="menu-note">{note}</span> : null}
							{isSelected ? <CheckIcon size={18} /> : null}
						</>
					)}
				</MenuItem>
			))}
		</MenuSection>
	)
}
