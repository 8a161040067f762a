import { Suspense } from 'react'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'

export type HandOverLinkProps = {
	path: string
	codeLabel: string
	message: string
}

/** The link is shown only once, and is neither stored nor tracked. */
export function HandOverLink(props: HandOverLinkProps) {
	return (
		// On localhost, asks the server for a reachable address and keeps the screen behind visible meanwhile.
		<Suspense fallback={<Spinner label={t('Looking where others find us...')} />}>
			<LinkAndWays {...props} />
		</Suspense>
	)
}

function LinkAndWays({ path, codeLabel, message }: HandOverLinkProps) {
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = address + path
	return (
		<div className="flex flex-col gap-4">
			<Receipt torn="both">
				{isThisMachineOnly ? null : (
					<>
						<LinkQrCode link={link} label={codeLabel} className="mx-auto" />
						<p className="mt-2 text-center font-mono text-xs text-muted">{t('Same car? Let them scan it.')}</p>
						<ReceiptRule />
					</>
				)}
				<p dir="ltr" className="font-mono text-sm break-all select-all">
					{link}
				</p>
			</Receipt>
			{isThisMachineOnly ? <OnlyThisComputer /> : null}
			<SharingButtons isMain autoFocus what={{ title: 'Backseat', text: message, url: link }} />
		</div>
	)
}
