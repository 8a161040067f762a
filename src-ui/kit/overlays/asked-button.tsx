import { type ReactNode, useState } from 'react'
import { t } from '#contract/text.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { Dialog } from './dialog.tsx'

type AskedButtonProps = ButtonLook & {
	/** Used on both buttons and as the title. */
	label: string
	question: string
	act?: string
	isDangerous?: boolean
	isPending: boolean
	'aria-describedby'?: string
	send: (close: () => void) => void
	children: ReactNode
}

/** Asks for confirmation, because the act cannot be undone. */
export function AskedButton({
	label,
	question,
	act = label,
	isDangerous = false,
	isPending,
	send,
	children,
	...look
}: AskedButtonProps) {
	const [isOpen, setIsOpen] = useState(false)
	const close = () => setIsOpen(false)
	return (
		<>
			<Button {...look} onPress={() => setIsOpen(true)}>
				{label}
			</Button>
			<Dialog title={question} isOpen={isOpen} onOpenChange={setIsOpen} role="alertdialog">
				<div className="flex flex-col gap-5">
					<div className="flex flex-col gap-2 wrap-anywhere">{children}</div>
					<div className="button-pair">
						<Button variant="secondary" autoFocus onPress={close}>
							{/* Translators: a button in a pair, at most 18 characters */}
							{t('Cancel')}
						</Button>
						<PendingButton
							variant={isDangerous ? 'danger' : 'primary'}
							isPending={isPending}
							onPress={() => send(close)}
						>
							{act}
						</PendingButton>
					</div>
				</div>
			</Dialog>
		</>
	)
}
