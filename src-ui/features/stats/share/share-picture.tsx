import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ButtonLook } from '#look/class-names.ts'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ShareIcon } from '#ui/kit/sharing/sharing-buttons.tsx'
import { canShare, canSharePictures, shareOrCopy, sharePicture } from '#ui/platform/sharing/share.ts'
import type { PictureDialogProps } from './picture-dialog.tsx'
import { type PictureToShare, storyQuery } from './picture-to-share.ts'

type SharePictureProps = ButtonLook & {
	picture: PictureToShare
	label?: string
	'aria-describedby'?: string
	isLinkEnough?: boolean
	/**
	 * How long a tap waits for the picture, in ms. Browsers refuse to open a share sheet 5 s after a tap; then the dialog
	 * shows the progress.
	 */
	patience?: number
}

/**
 * Shares a picture through the device's share sheet. Opens a dialog with the alternatives if that is impossible or
 * needs another tap.
 */
export function SharePicture({
	picture,
	label = picture.act,
	isLinkEnough = false,
	patience = 3000,
	...look
}: SharePictureProps) {
	const queryClient = useQueryClient()
	const { openDialog, dialog } = usePictureDialog(picture)
	const share = useMutation({
		mutationFn: () => shareNow(queryClient, picture, { isLinkEnough, patience }),
		onSuccess: (isDone) => isDone || openDialog(),
		onError: openDialog,
	})
	return (
		<>
			<PendingButton
				{...look}
				isPending={share.isPending}
				// Prefetches on press, because a share sheet opens only shortly after a tap.
				onPressStart={() => void prepare(queryClient, picture).catch(() => undefined)}
				onPress={() => share.mutate()}
			>
				<ShareIcon /> {label}
			</PendingButton>
			{dialog}
		</>
	)
}

const pictureDialog = latePart<PictureDialogProps>(() =>
	import('./picture-dialog.tsx').then(({ PictureDialog }) => PictureDialog),
)

function usePictureDialog(picture: PictureToShare) {
	const [isOpen, setIsOpen] = useState(false)
	const [wasOpened, setWasOpened] = useState(false)
	// Stays mounted after the first opening so that it can animate out.
	const PictureDialog = useLatePart(pictureDialog, wasOpened, () => setWasOpened(false))
	return {
		openDialog: () => {
			setWasOpened(true)
			setIsOpen(true)
		},
		dialog: PictureDialog ? <PictureDialog picture={picture} isOpen={isOpen} onOpenChange={setIsOpen} /> : null,
	}
}

const prepare = (queryClient: QueryClient, picture: PictureToShare) =>
	Promise.all([queryClient.fetchQuery(storyQuery(picture)), queryClient.ensureQueryData(addressForOthersQuery)])

/** Returns false if the dialog must open. */
async function shareNow(
	queryClient: QueryClient,
	picture: PictureToShare,
	{ isLinkEnough, patience }: Required<Pick<SharePictureProps, 'isLinkEnough' | 'patience'>>,
): Promise<boolean> {
	const { title, beside } = picture
	if (canSharePictures()) {
		const tooLate = new Promise<null>((resolve) => setTimeout(resolve, patience, null))
		const prepared = await Promise.race([prepare(queryClient, picture), tooLate])
		if (!prepared) return false
		const [file, { address }] = prepared
		return (await sharePicture(file, { title, text: picture.text(), url: beside(address) })) !== 'refused'
	}
	if (!isLinkEnough || !canShare()) return false
	const { address } = await queryClient.ensureQueryData(addressForOthersQuery)
	const url = picture.instead(address, undefined)
	if (url === undefined) return false
	await shareOrCopy({ title, text: picture.text(), url })
	return true
}
