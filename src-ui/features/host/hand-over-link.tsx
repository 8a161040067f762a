import { Suspense } from 'react'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'

export type HandOverLinkProps = {
	/** Below the instance's address: `/claim/{token}`. */
	path: string
	/** What scanning the code, or opening the link, leads to: it names the code. */
	label: string
	/** The ready message, before the link. */
	message: string
}

/** A link that is shown this once, in a dialog, with every way to hand it over: nothing of it is kept or counted. */
export function HandOverLink(props: HandOverLinkProps) {
	return (
		// At an address of this machine the server is asked where others find it; the screen behind stays meanwhile.
		<Suspense fallback={<Spinner label="Looking where others find us..." />}>
			<LinkAndWays {...props} />
		</Suspense>
	)
}

function LinkAndWays({ path, label, message }: HandOverLinkProps) {
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = address + path
	return (
		<div className="flex flex-col gap-4">
			<Receipt torn="both">
				<LinkQrCode link={link} label={`QR code of ${label}`} className="mx-auto" />
				<p className="mt-2 text-center font-mono text-xs text-muted">Same car? Let them scan it.</p>
				<ReceiptRule />
				<p className="font-mono text-sm break-all select-all">{link}</p>
			</Receipt>
			{isThisMachineOnly ? <OnlyThisComputer /> : null}
			<SharingButtons isMain autoFocus what={{ title: 'Backseat', text: message, url: link }} />
		</div>
	)
}
