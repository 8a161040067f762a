import type { PublicUser } from '#contract/accounts.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { PrinterIcon, SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import type { Shareable } from '#ui/platform/sharing/share.ts'

type GetRatedProps = {
	driver: PublicUser
	hasShareButton?: boolean
	isMain?: boolean
}

export function GetRated({ driver, hasShareButton = true, isMain = false }: GetRatedProps) {
	const track = useTrack()
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = ratingLink(address, driver)
	return (
		<section aria-labelledby="get-rated" className="flex flex-col gap-3 text-left">
			<div className="flex flex-wrap items-center gap-3.5">
				<div className="max-w-full rounded-lg border-2 border-outline bg-white p-0.5">
					<LinkQrCode link={link} label="QR code of your rating page" />
				</div>
				<div className="min-w-24 flex-1">
					<h2 id="get-rated">Get rated</h2>
					<p className="mt-0.5 text-sm leading-snug text-muted">Your passengers need no account.</p>
					<p className="mt-1.5 font-mono text-xs wrap-anywhere select-all">
						{address}
						<wbr />
						{link.slice(address.length)}
					</p>
				</div>
			</div>
			<SharingButtons
				what={invitationToRate(driver, link)}
				isMain={isMain}
				shareLabel={hasShareButton && 'Share'}
				onShared={(way) =>
					way === 'copy' && track('copy_link_clicked', { driver_id: driver.id, driver_name: nameOf(driver) })
				}
			/>
			<LinkButton to="/poster/$id" params={{ id: driver.id }} variant="quiet" size="sm" className="self-center">
				<PrinterIcon size={18} /> Print a poster
			</LinkButton>
			{isThisMachineOnly ? <OnlyThisComputer /> : null}
		</section>
	)
}

export const ratingLink = (address: string, driver: PublicUser) => `${address}/rating/${driver.id}`

export const invitationToRate = (driver: PublicUser, url: string): Shareable => ({
	title: `Rate ${nameOf(driver)} on Backseat`,
	text: 'You have sat in my car. You have opinions. Spill the tea:',
	url,
})
