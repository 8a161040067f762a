import { useState } from 'react'
import type { PublicUser } from '#contract/accounts.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Button } from '#ui/kit/button.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { CopyLinkButton, PrinterIcon, QrCodeIcon } from '#ui/kit/sharing/sharing-buttons.tsx'
import type { Shareable } from '#ui/platform/sharing/share.ts'

/** One button; its sheet has all that passengers need to find the rating page. */
export function GetRated({ driver, variant = 'primary' }: { driver: PublicUser } & Pick<ButtonLook, 'variant'>) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<Button isBlock variant={variant} aria-haspopup="dialog" onPress={() => setIsOpen(true)}>
				<QrCodeIcon /> Get rated
			</Button>
			<Dialog title="Get rated" isOpen={isOpen} onOpenChange={setIsOpen}>
				<OwnLink driver={driver} />
			</Dialog>
		</>
	)
}

function OwnLink({ driver }: { driver: PublicUser }) {
	const track = useTrack()
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = ratingLink(address, driver)
	return (
		<div className="flex flex-col gap-4">
			<div className="mx-auto w-fit max-w-full rounded-xl border-2 border-outline bg-white p-1">
				<LinkQrCode link={link} label="QR code of your rating page" atLeast={240} />
			</div>
			<div className="text-center">
				<p className="font-mono text-sm wrap-anywhere">{address.replace(/^https?:\/\//, '')}</p>
				<p className="mt-1 text-sm text-muted">Your passengers need no account.</p>
			</div>
			<CopyLinkButton
				link={link}
				onPress={() => track('copy_link_clicked', { driver_id: driver.id, driver_name: nameOf(driver) })}
			/>
			<LinkButton to="/poster/$id" params={{ id: driver.id }} variant="quiet" size="sm" className="self-center">
				<PrinterIcon size={18} /> Print a poster
			</LinkButton>
			{isThisMachineOnly ? <OnlyThisComputer /> : null}
		</div>
	)
}

export const ratingLink = (address: string, driver: PublicUser) => `${address}/rating/${driver.id}`

export const invitationToRate = (driver: PublicUser, url: string): Shareable => ({
	title: `Rate ${nameOf(driver)} on Backseat`,
	text: 'You have sat in my car. You have opinions. Spill the tea:',
	url,
})
