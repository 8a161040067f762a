import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#contract/text.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { closeComplaint, toast } from '#ui/kit/feedback/toast.ts'
import { CheckIcon, Icon, type IconProps } from '#ui/kit/icons.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { ExternalLinkButton } from '#ui/kit/navigation/link.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import type { QrCodeDialogProps } from '#ui/kit/sharing/qr-code-dialog.tsx'
import {
	canShare,
	copyText,
	forChat,
	type Shareable,
	shareOrCopy,
	smsLink,
	whatsAppLink,
	wholeText,
} from '#ui/platform/sharing/share.ts'

// Kept out of icons.tsx, which every page loads.

export const ShareIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M12 15V3.5M7.5 8L12 3.5 16.5 8M5 13v6.5h14V13" />
	</Icon>
)
const CopyIcon = () => (
	<Icon>
		<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
		<path d="M15.5 4.5H6.5A2 2 0 0 0 4.5 6.5v9" />
	</Icon>
)
export const QrCodeIcon = (props: IconProps) => (
	<Icon {...props}>
		<rect x="3.5" y="3.5" width="6.5" height="6.5" rx="1" />
		<rect x="14" y="3.5" width="6.5" height="6.5" rx="1" />
		<rect x="3.5" y="14" width="6.5" height="6.5" rx="1" />
		<path d="M14 14h2.5v2.5M20.5 14v0M14 20.5h0M20.5 17.5v3H17.5" />
	</Icon>
)
export const PrinterIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M7 8.5V3.5h10v5M7 17H4V8.5h16V17h-3" />
		<path d="M7 13.5h10v7H7z" />
	</Icon>
)

export type SharingWay = 'copy' | 'native' | 'whatsapp' | 'sms'

type SharingButtonsProps = {
	/** `text` precedes the link in messages. */
	what: Shareable
	/** Clipboard text; defaults to the link. */
	copied?: string
	isMain?: boolean
	autoFocus?: boolean
	/** Label of the share sheet's button; false if the screen has its own. */
	shareLabel?: string | false
	/** Shows the QR code in a dialog with this title instead of inline. */
	codeTitle?: string
	onShared?: ((way: SharingWay) => void) | undefined
	children?: ReactNode
}

const SMALL = { size: 'sm', variant: 'secondary' } as const

/** Where the device has a share sheet, that replaces the links to WhatsApp and SMS. */
export function SharingButtons(props: SharingButtonsProps) {
	const { what, copied = forChat(what.url), isMain = false, autoFocus = false, shareLabel = t('Share') } = props
	const { codeTitle, onShared = () => {}, children } = props
	const message = wholeText(what)
	const copy = (
		<CopyButton {...(isMain ? {} : SMALL)} text={copied} autoFocus={autoFocus} onPress={() => onShared('copy')} />
	)
	return (
		<>
			{isMain ? copy : null}
			<div className="flex flex-wrap gap-2.5 *:min-w-fit *:flex-1">
				{isMain ? null : copy}
				{shareLabel !== false && canShare() ? (
					<ShareButton {...SMALL} label={shareLabel} whatToShare={() => what} onShared={() => onShared('native')} />
				) : null}
				{canShare() ? null : (
					<>
						<ExternalLinkButton
							{...SMALL}
							href={whatsAppLink(message)}
							target="_blank"
							onClick={() => onShared('whatsapp')}
						>
							WhatsApp
						</ExternalLinkButton>
						<ExternalLinkButton {...SMALL} href={smsLink(message)} onClick={() => onShared('sms')}>
							SMS
						</ExternalLinkButton>
					</>
				)}
				{codeTitle === undefined ? null : <ShowQrCode {...SMALL} link={what.url} title={codeTitle} />}
				{children}
			</div>
		</>
	)
}

const COPIED_MS = 2000

const COPYING = {
	link: {
		// Translators: a button, at most 20 characters
		act: t('Copy link'),
		done: t('The link is on the clipboard'),
		failed: t('Failed to copy the link. Please try again.'),
	},
	token: {
		// Translators: a button
		act: t('Copy token'),
		done: t('The token is on the clipboard'),
		failed: t('Failed to copy the token. Please try again.'),
	},
}

type CopyButtonProps = ButtonLook & {
	text: string
	thing?: keyof typeof COPYING
	onPress?: () => void
	autoFocus?: boolean
}

export function CopyButton({ text, thing = 'link', onPress, ...look }: CopyButtonProps) {
	const [copies, setCopies] = useState(0)
	const isCopied = copies > 0
	useEffect(() => {
		if (copies === 0) return
		const timer = setTimeout(() => setCopies(0), COPIED_MS)
		return () => clearTimeout(timer)
	}, [copies])

	const copy = async () => {
		onPress?.()
		try {
			await copyText(text)
			setCopies((before) => before + 1)
			closeComplaint()
		} catch {
			announceCopyFailed(thing)
		}
	}

	return (
		<>
			<Button isBlock {...look} onPress={() => void copy()}>
				{isCopied ? <CheckIcon /> : <CopyIcon />}
				{isCopied ? t('Copied!') : COPYING[thing].act}
			</Button>
			<span role="status" className="sr-only">
				{isCopied ? COPYING[thing].done : ''}
			</span>
		</>
	)
}

export function announceCopyFailed(thing: CopyButtonProps['thing'] = 'link') {
	toast({ variant: 'destructive', title: t('Copy failed'), description: COPYING[thing].failed })
}

export const announceLinkCopied = () =>
	void toast({ title: t('Link copied'), description: t('Paste it into any chat.') })

type ShareButtonProps = ButtonLook & { label: string; whatToShare: () => Shareable; onShared?: () => void }

export function ShareButton({ label, whatToShare, onShared, ...look }: ShareButtonProps) {
	const share = useMutation({
		mutationFn: () => shareOrCopy(whatToShare()),
		onSuccess: (outcome) => {
			if (outcome === 'shared') onShared?.()
			if (outcome === 'copied') announceLinkCopied()
		},
		onError: () => announceCopyFailed(),
	})
	return (
		<PendingButton isBlock {...look} isPending={share.isPending} onPress={() => share.mutate()}>
			<ShareIcon size={look.size === 'sm' ? 18 : undefined} /> {label}
		</PendingButton>
	)
}

const qrCodeDialog = latePart<QrCodeDialogProps>(() =>
	import('#ui/kit/sharing/qr-code-dialog.tsx').then(({ QrCodeDialog }) => QrCodeDialog),
)

function ShowQrCode({ link, title, ...look }: ButtonLook & { link: string; title: string }) {
	const [isOpen, setIsOpen] = useState(false)
	const [wasOpened, setWasOpened] = useState(false)
	// Stays mounted after the first opening so that it can animate out.
	const QrCodeDialog = useLatePart(qrCodeDialog, wasOpened, () => setWasOpened(false))
	const open = () => {
		setWasOpened(true)
		setIsOpen(true)
	}
	return (
		<>
			<Button {...look} onPress={open}>
				<QrCodeIcon size={18} /> {t('Show QR code')}
			</Button>
			{QrCodeDialog ? <QrCodeDialog link={link} title={title} isOpen={isOpen} onOpenChange={setIsOpen} /> : null}
		</>
	)
}
