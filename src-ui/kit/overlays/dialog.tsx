import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '#ui/kit/button.tsx'
import { StandingComplaint } from '#ui/kit/feedback/standing-complaint.tsx'
import { CrossIcon } from '#ui/kit/icons.tsx'
import { takesBottomSpace } from '#ui/kit/page/page.tsx'

export type DialogProps = {
	title: ReactNode
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
	children: ReactNode
	/** Whether the backdrop closes it; Escape and 'Close' always do. */
	isDismissable?: boolean
	role?: 'dialog' | 'alertdialog'
}

/** A sheet from below on phones, a sticker in the middle on wider screens. */
export function Dialog({ title, isOpen, onOpenChange, children, isDismissable = true, role = 'dialog' }: DialogProps) {
	return (
		<ModalOverlay isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={isDismissable} className="dialog-backdrop">
			<Modal ref={takesBottomSpace} className="dialog-sheet">
				<AriaDialog role={role} className="relative px-[min(1.25rem,5vw)] pt-5 pb-6 outline-none sm:p-6">
					<Heading slot="title" className="mb-3 pr-11 text-2xl">
						{title}
					</Heading>
					{children}
					<StandingComplaint />
					{/* Last in the page, so that the first thing focused is what the dialog is about. */}
					<IconButton label="Close" onPress={() => onOpenChange(false)} className="absolute top-3 right-3">
						<CrossIcon />
					</IconButton>
				</AriaDialog>
			</Modal>
		</ModalOverlay>
	)
}
