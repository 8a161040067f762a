import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import type { MenuPart } from './menu-sheet.tsx'

export type { MenuPart } from './menu-sheet.tsx'

export type MenuProps = {
	/** A kit Button or IconButton. */
	trigger: ReactNode
	label: string
	sections: MenuPart[]
}

const SETTLED_MS = 4000

const loadSheet = () => import('./menu-sheet.tsx')
// Collections, selection and positioning are 18 KB that a first visit does without. React Aria's MenuTrigger would pull
// them in at once, so the trigger is ours: it loads the sheet when a finger or the focus comes near.
const MenuSheet = lazy(() => loadSheet().then(({ MenuSheet }) => ({ default: MenuSheet })))

export function Menu({ trigger, label, sections }: MenuProps) {
	const [isOpen, setIsOpen] = useState(false)
	const button = useRef<HTMLButtonElement>(null)
	// Fetched once the screen has settled, so that it opens at once, and also while the server is away.
	useEffect(() => {
		const later = setTimeout(() => void loadSheet().catch(() => undefined), SETTLED_MS)
		return () => clearTimeout(later)
	}, [])
	return (
		<>
			<ButtonContext
				value={{
					ref: button,
					'aria-haspopup': 'menu',
					'aria-expanded': isOpen,
					onPress: () => setIsOpen(true),
					onHoverStart: loadSheet,
					onFocus: loadSheet,
					onKeyDown: (event) => {
						if (event.key === 'ArrowDown') setIsOpen(true)
						else event.continuePropagation()
					},
				}}
			>
				{trigger}
			</ButtonContext>
			<Suspense>
				{isOpen ? <MenuSheet label={label} sections={sections} triggerRef={button} onOpenChange={setIsOpen} /> : null}
			</Suspense>
		</>
	)
}
