import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { QrCode } from '#look/qr-code.tsx'

export type LinkQrCodeProps = { link: string; label?: string; atLeast?: number; className?: string }

/** Large enough to scan from the next seat: at least `atLeast` px, unless the screen is narrower. */
export function LinkQrCode({ link, label = t('QR code of the link'), atLeast = 160, className }: LinkQrCodeProps) {
	return (
		<QrCode
			text={link}
			label={label}
			side={{ atLeast }}
			className={classNames('h-auto max-w-full flex-none rounded-md', className)}
		/>
	)
}
