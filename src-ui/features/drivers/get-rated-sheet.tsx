import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import type { DialogState } from '#ui/kit/overlays/late-dialog.ts'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { CopyButton, PrinterIcon } from '#ui/kit/sharing/sharing-buttons.tsx'
import { forChat } from '#ui/platform/sharing/share.ts'
import { ratingLink } from './rating-link.ts'

export type GetRatedSheetProps = DialogState & { driver: PublicUser }

export const GetRatedSheet = ({ driver, ...sheet }: GetRatedSheetProps) => (
	<Dialog title={t('Get rated')} {...sheet}>
		<OwnLink driver={driver} />
	</Dialog>
)

function OwnLink({ driver }: { driver: PublicUser }) {
	const track = useTrack()
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = ratingLink(address, driver)
	return (
		<div className="flex flex-col gap-4">
			<div className="mx-auto w-fit max-w-full rounded-xl border-2 border-outline bg-white p-1">
				<LinkQrCode link={link} label={t('QR code of your rating page')} atLeast={240} />
			</div>
			<div className="text-center">
				<p dir="ltr" className="font-mono text-sm wrap-anywhere">
					{address.replace(/^https?:\/\//, '')}
				</p>
				<p className="mt-1 text-sm text-muted">{t('Your passengers need no account.')}</p>
			</div>
			<CopyButton
				text={forChat(link)}
				onPress={() => track('copy_link_clicked', { driver_id: driver.id, driver_name: nameOf(driver) })}
			/>
			<LinkButton to="/poster/$id" params={{ id: driver.id }} variant="quiet" size="sm" className="self-center">
				<PrinterIcon size={18} /> {t('Print a poster')}
			</LinkButton>
			{isThisMachineOnly ? <OnlyThisComputer /> : null}
		</div>
	)
}
