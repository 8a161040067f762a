import { useState } from 'react'
import type { RatingId } from '#contract/ids.ts'
import type { Joke } from '#contract/my-receipt.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { ShareIcon } from '#ui/kit/sharing/sharing-buttons.tsx'
import { canShare } from '#ui/platform/sharing/share.ts'
import { type Addressee, receiptToChat } from './addressees.ts'
import { SendAtOnce } from './send-at-once.tsx'
import type { SendSheetProps } from './send-sheet.tsx'

const sendSheet = latePart<SendSheetProps>(() => import('./send-sheet.tsx').then(({ SendSheet }) => SendSheet))

type SendButtonProps = ButtonLook & { label: string; to: readonly Addressee[]; 'aria-describedby'?: string }

/** Opens the device's share sheet at once if there is one and nothing to choose, otherwise the send sheet. */
export function SendButton({ label, to, ...look }: SendButtonProps) {
	const [isOpen, setIsOpen] = useState(false)
	const [wasOpened, setWasOpened] = useState(false)
	// Stays mounted after the first opening so that it can animate out.
	const SendSheet = useLatePart(sendSheet, wasOpened, () => setWasOpened(false))
	const [only, ...others] = to
	if (only && others.length === 0 && canShare())
		return (
			<SendAtOnce {...look} to={only}>
				{label}
			</SendAtOnce>
		)
	const open = () => {
		setWasOpened(true)
		setIsOpen(true)
	}
	return (
		<>
			<Button {...look} onPress={open}>
				<ShareIcon size={look.size === 'sm' ? 18 : undefined} /> {label}
			</Button>
			{SendSheet ? <SendSheet title={label} to={to} isOpen={isOpen} onOpenChange={setIsOpen} /> : null}
		</>
	)
}

export type SendReceiptProps = Omit<SendButtonProps, 'label' | 'to'> & {
	driver: PublicUser
	ratingId: RatingId
	joke: Joke
}

export const SendReceipt = ({ driver, ratingId, joke, ...look }: SendReceiptProps) => (
	<SendButton {...look} label={t('Send my receipt')} to={[receiptToChat(driver, ratingId, joke)]} />
)
