import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublicUser } from '#contract/accounts.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.ts'
import { OnlyThisComputer } from '#ui/features/instance/only-this-computer.tsx'
import { Button, TryAgain } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { QrCodeIcon } from '#ui/kit/sharing/sharing-icons.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { cardLink, storyQuery } from './card-to-share.ts'
import { LinkActions, PictureActions } from './picture-actions.tsx'
import { PicturePreview } from './picture-preview.tsx'

export type PictureDialogProps = { driver: PublicUser; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

export function PictureDialog({ driver, isOpen, onOpenChange }: PictureDialogProps) {
	return (
		<Dialog title="Share the picture" isOpen={isOpen} onOpenChange={onOpenChange}>
			<PictureAndLink driver={driver} />
		</Dialog>
	)
}

const wordsFor = (error: unknown) =>
	serverMessage(error, error instanceof ApiError ? 'The server could not draw it.' : 'The server does not answer.')

/** The picture, and with it or without it the link. */
function PictureAndLink({ driver }: { driver: PublicUser }) {
	// What has just failed is not asked for once more by showing so.
	const story = useQuery({ ...storyQuery(driver), retryOnMount: false })
	const { data: found } = useQuery(addressForOthersQuery)
	const [isCodeShown, setIsCodeShown] = useState(false)
	const hasFailed = story.isError && !story.isFetching
	return (
		<div className="flex flex-col gap-3">
			{isCodeShown && found ? (
				<div className="mx-auto rounded-xl border-2 border-outline bg-white p-1">
					<LinkQrCode link={cardLink(found.address, driver)} label="QR code of the card" atLeast={240} />
				</div>
			) : hasFailed ? (
				<Notice tone="warn" title="No picture this time" action={<TryAgain onPress={() => void story.refetch()} />}>
					{wordsFor(story.error)} The link works without it.
				</Notice>
			) : (
				<PicturePreview file={story.data} name={nameOf(driver)} />
			)}
			{hasFailed ? null : <PictureActions driver={driver} file={story.data} address={found?.address} />}
			{found ? (
				<div className="flex flex-wrap gap-2.5 *:min-w-fit *:flex-1">
					<LinkActions driver={driver} address={found.address} />
					<Button size="sm" variant="secondary" onPress={() => setIsCodeShown(!isCodeShown)}>
						<QrCodeIcon size={18} /> {isCodeShown ? 'Hide QR code' : 'Show QR code'}
					</Button>
				</div>
			) : null}
			{found?.isThisMachineOnly ? <OnlyThisComputer /> : null}
		</div>
	)
}
