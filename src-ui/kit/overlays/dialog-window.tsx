import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { StandingComplaint } from '#ui/kit/feedback/standing-complaint.tsx'
import { CrossIcon } from '#ui/kit/icons.tsx'
import { takesBottomSpace } from '#ui/kit/page/page.tsx'
import { useCloseWatcher } from './close-watcher.ts'

export type DialogProps = {
	title: ReactNode
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
	children: ReactNode
	/** Closes on a backdrop click; Escape and 'Close' always work. */
	isDismissable?: boolean
	role?: 'dialog' | 'alertdialog'
	/** Leaves the upper part of the page uncovered, with hardly a shade on it. */
	isPageVisible?: boolean
}

export function DialogWindow({
	title,
	isOpen,
	onOpenChange,
	children,
	isDismissable = true,
	role = 'dialog',
	isPageVisible = false,
}: DialogProps) {
	useCloseWatcher(isOpen, () => onOpenChange(false))
	return (
		<ModalOverlay
			isOpen={isOpen}
			onOpenChange={onOpenChange}
			isDismissable={isDismissable}
			className={classNames('dialog-backdrop', isPageVisible && 'dialog-backdrop-low')}
		>
			{/* This height would move the notes that stick above the page's action. */}
			<Modal ref={isPageVisible ? undefined : takesBottomSpace} className="dialog-sheet">
				<AriaDialog role={role} className="relative px-[min(1.25rem,5vw)] pt-5 pb-6 outline-none sm:p-6">
					<Heading slot="title" className="mb-3 pe-11 text-2xl">
						{title}
					</Heading>
					{children}
					<StandingComplaint />
					{/* Last in the DOM, so that the dialog's content is focused first. */}
					<IconButton label={t('Close')} onPress={() => onOpenChange(false)} className="absolute top-3 inset-e-3">
						<CrossIcon />
					</IconButton>
				</AriaDialog>
			</Modal>
		</ModalOverlay>
	)
}
