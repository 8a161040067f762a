import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublicUser } from '#contract/accounts.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ShareIcon } from '#ui/kit/icons.tsx'
import { ExternalLinkButton } from '#ui/kit/navigation/link.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { CopyLinkButton } from '#ui/kit/sharing/copy-link-button.tsx'
import { ShareButton } from '#ui/kit/sharing/share-button.tsx'
import { canCopyPictures, canSharePictures, copyPicture, sharePicture } from '#ui/platform/sharing/picture.ts'
import { canShare } from '#ui/platform/sharing/share.ts'
import { cardToShare } from './card-to-share.ts'
import { useAddressOf } from './picture-preview.tsx'

type PictureActionsProps = { driver: PublicUser; file: File | undefined; address: string | undefined }

/** What this browser can do with the picture. Until it is here the buttons wait, so that none moves under a finger. */
export function PictureActions({ driver, file, address }: PictureActionsProps) {
	const hasShareSheet = canSharePictures()
	return (
		<>
			{hasShareSheet ? <ShareThisPicture driver={driver} file={file} address={address} /> : null}
			<div className="flex flex-wrap gap-2.5 *:min-w-fit *:flex-1">
				<Download file={file} isMain={!hasShareSheet} />
				{canCopyPictures() ? <CopyPicture file={file} /> : null}
			</div>
		</>
	)
}

function ShareThisPicture({ driver, file, address }: PictureActionsProps) {
	const share = useMutation({
		mutationFn: async () => {
			if (!file || address === undefined) return
			const outcome = await sharePicture(file, cardToShare(address, driver))
			if (outcome === 'refused') throw new Error('The browser refused to share')
		},
		onError: () =>
			toast({
				title: 'Not shared',
				description: 'The browser would not share the picture. Download it, or send the link.',
				variant: 'destructive',
			}),
	})
	return (
		<PendingButton isBlock isPending={!file || share.isPending} onPress={() => share.mutate()}>
			<ShareIcon /> Share the picture
		</PendingButton>
	)
}

function Download({ file, isMain }: { file: File | undefined; isMain: boolean }) {
	const address = useAddressOf(file)
	return (
		<ExternalLinkButton
			href={address}
			download={file?.name}
			size="sm"
			className="px-2"
			variant={isMain ? 'primary' : 'secondary'}
			aria-disabled={address === undefined || undefined}
			data-disabled={address === undefined || undefined}
		>
			Download the picture
		</ExternalLinkButton>
	)
}

function CopyPicture({ file }: { file: File | undefined }) {
	const [copied, setCopied] = useState<File>()
	const copy = useMutation({
		mutationFn: async (picture: File) => {
			await copyPicture(picture)
			setCopied(picture)
		},
		onError: () =>
			toast({
				title: 'Copy failed',
				description: 'The clipboard did not take the picture. Download it instead.',
				variant: 'destructive',
			}),
	})
	const isCopied = file !== undefined && copied === file
	return (
		<>
			<PendingButton
				size="sm"
				className="px-2"
				variant="secondary"
				isPending={!file || copy.isPending}
				onPress={() => file && copy.mutate(file)}
			>
				{isCopied ? 'Copied!' : 'Copy the picture'}
			</PendingButton>
			<span role="status" className="sr-only">
				{isCopied ? 'The picture is on the clipboard' : ''}
			</span>
		</>
	)
}

export function LinkActions({ driver, address }: { driver: PublicUser; address: string }) {
	// One praise for as long as this is open.
	const [{ title, text, url }] = useState(() => cardToShare(address, driver))
	return (
		<>
			<CopyLinkButton size="sm" variant="secondary" link={`${text} ${url}`} />
			{canShare() && !canSharePictures() ? (
				<ShareButton size="sm" variant="secondary" label="Share the link" whatToShare={() => ({ title, text, url })} />
			) : null}
		</>
	)
}
