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
	/** A kit Button or IconButton with these. */
	trigger: (props: MenuTriggerProps) => ReactNode
	label: string
	sections: MenuPart[]
}

// Collections, selection and positioning are 18 KB that a first visit does without. React Aria's MenuTrigger would pull
// them in at once, so the trigger is ours: it loads the sheet when a pointer or the focus comes near, if it is not here yet.
const menuSheet = latePart<MenuSheetProps>(() => import('./menu-sheet.tsx').then(({ MenuSheet }) => MenuSheet))

const loadSheet = () => void menuSheet.load().catch(() => undefined)

const OPENING_KEYS = new Set(['ArrowDown', 'Enter', ' '])

/** What is chosen is done once the sheet is gone: a dialog that it opens gives the focus back to the button of the menu. */
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
					// Enter and Space, too: their click would count as one of a screen reader, which gets the focus late or never.
					if (!OPENING_KEYS.has(event.key)) return
					event.preventDefault()
					setIsOpen(true)
				},
			})}
			{MenuSheet ? <MenuSheet label={label} sections={actLater} triggerRef={button} onOpenChange={setIsOpen} /> : null}
		</>
	)
}
