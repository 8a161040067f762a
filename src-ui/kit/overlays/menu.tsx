import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { MenuPart, MenuSheetProps } from './menu-sheet.tsx'

export type { MenuPart } from './menu-sheet.tsx'

type MenuTriggerProps = {
	ref: RefObject<HTMLButtonElement | null>
	'aria-haspopup': 'menu'
	'aria-expanded': boolean
	onPress: () => void
	onPointerEnter: () => void
	onFocus: () => void
	onKeyDown: (event: KeyboardEvent) => void
}

export type MenuProps = {
	trigger: (props: MenuTriggerProps) => ReactNode
	label: string
	sections: MenuPart[]
}

// Collections, selection and positioning are 18 KB that the first load does without. React Aria's MenuTrigger would
// import them, so this trigger loads the sheet on hover or focus.
const menuSheet = latePart<MenuSheetProps>(() => import('./menu-sheet.tsx').then(({ MenuSheet }) => MenuSheet))

const loadSheet = () => void menuSheet.load().catch(() => undefined)

const OPENING_KEYS = new Set(['ArrowDown', 'Enter', ' '])

/** Runs the chosen action after the sheet unmounts, so that a dialog it opens returns the focus to the menu button. */
export function Menu({ trigger, label, sections }: MenuProps) {
	const [isOpen, setIsOpen] = useState(false)
	const button = useRef<HTMLButtonElement>(null)
	const MenuSheet = useLatePart(menuSheet, isOpen, () => setIsOpen(false))
	const [chosen, setChosen] = useState<(() => void) | null>(null)
	useEffect(() => {
		if (isOpen || !chosen) return
		setChosen(null)
		button.current?.focus({ preventScroll: true })
		chosen()
	}, [isOpen, chosen])
	const actLater = sections.map((section) => ({
		...section,
		items: section.items.map(({ onAction, ...item }) => ({
			...item,
			...(onAction && { onAction: () => setChosen(() => onAction) }),
		})),
	}))
	return (
		<>
			{trigger({
				ref: button,
				'aria-haspopup': 'menu',
				'aria-expanded': isOpen,
				onPress: () => setIsOpen(true),
				onPointerEnter: loadSheet,
				onFocus: loadSheet,
				onKeyDown: (event) => {
					// Also handles Enter and Space: React Aria treats their click as a screen reader's and would not focus an
					// item.
					if (!OPENING_KEYS.has(event.key)) return
					event.preventDefault()
					setIsOpen(true)
				},
			})}
			{MenuSheet ? <MenuSheet label={label} sections={actLater} triggerRef={button} onOpenChange={setIsOpen} /> : null}
		</>
	)
}
