import { useState } from 'react'
import type { ButtonLook } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { QrCodeDialogProps } from './qr-code-dialog.tsx'
import { QrCodeIcon } from './sharing-icons.tsx'

const qrCodeDialog = latePart<QrCodeDialogProps>(() =>
	import('./qr-code-dialog.tsx').then(({ QrCodeDialog }) => QrCodeDialog),
)

/** For screens that have no room for the code itself. */
export function ShowQrCode({ link, title, ...look }: ButtonLook & { link: string; title: string }) {
	const [isOpen, setIsOpen] = useState(false)
	const [wasOpened, setWasOpened] = useState(false)
	// Once there it stays, so that it can leave as it came.
	const QrCodeDialog = useLatePart(qrCodeDialog, wasOpened, () => setWasOpened(false))
	const open = () => {
		setWasOpened(true)
		setIsOpen(true)
	}
	return (
		<>
			<Button {...look} onPress={open}>
				<QrCodeIcon size={18} /> Show QR code
			</Button>
			{QrCodeDialog ? <QrCodeDialog link={link} title={title} isOpen={isOpen} onOpenChange={setIsOpen} /> : null}
		</>
	)
}
