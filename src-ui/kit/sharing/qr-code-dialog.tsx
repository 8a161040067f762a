import { t } from '#contract/text.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { LinkQrCode } from './qr-code.tsx'

export type QrCodeDialogProps = {
	link: string
	title: string
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
}

export function QrCodeDialog({ link, title, isOpen, onOpenChange }: QrCodeDialogProps) {
	return (
		<Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
			{/* Translators: how to show the link to somebody who sits beside you */}
			<p className="text-muted">{t('Same car? Let them scan it.')}</p>
			<div className="mx-auto my-4 w-fit max-w-full rounded-xl border-2 border-outline bg-white p-1">
				<LinkQrCode link={link} atLeast={240} />
			</div>
			<p dir="ltr" className="text-center font-mono text-xs wrap-anywhere select-all">
				{link}
			</p>
		</Dialog>
	)
}
