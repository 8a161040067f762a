import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressForOthersQuery, OnlyThisComputer } from '#ui/features/instance/address-for-others.tsx'
import { addressesQuery, type PictureToShare, storyQuery } from '#ui/features/stats/share/picture-to-share.ts'
import { Button, TryAgain } from '#ui/kit/button.tsx'
import { Notice, Skeleton } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ExternalLinkButton } from '#ui/kit/navigation/link.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { LinkQrCode } from '#ui/kit/sharing/qr-code.tsx'
import { QrCodeIcon, ShareIcon, SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { canCopyPictures, canSharePictures, copyPicture, sharePicture } from '#ui/platform/sharing/share.ts'

export type PictureDialogProps = {
	picture: PictureToShare
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
}

export function PictureDialog({ picture, isOpen, onOpenChange }: PictureDialogProps) {
	return (
		<Dialog title={picture.act} isOpen={isOpen} onOpenChange={onOpenChange}>
			<PictureAndLink picture={picture} />
		</Dialog>
	)
}

const wordsFor = (error: unknown) =>
	serverMessage(error, error instanceof ApiError ? 'The server could not draw it.' : 'The server does not answer.')

function PictureAndLink({ picture }: { picture: PictureToShare }) {
	// Opening the dialog must not repeat a request that just failed.
	const story = useQuery({ ...storyQuery(picture), retryOnMount: false })
	const { data: pictures } = useQuery({ ...addressesQuery(picture), enabled: false })
	const { data: found } = useQuery(addressForOthersQuery)
	const [text] = useState(picture.text)
	const [isCodeShown, setIsCodeShown] = useState(false)
	const hasFailed = story.isError && !story.isFetching
	const link = found && picture.instead(found.address, pictures?.story)
	const beside = { title: picture.title, text, url: found && picture.beside(found.address) }
	return (
		<div className="flex flex-col gap-3">
			{isCodeShown && link !== undefined ? (
				<div className="mx-auto rounded-xl border-2 border-outline bg-white p-1">
					<LinkQrCode link={link} label={picture.codeLabel} atLeast={240} />
				</div>
			) : hasFailed ? (
				<Notice tone="warn" title="No picture this time" action={<TryAgain onPress={() => void story.refetch()} />}>
					{wordsFor(story.error)}
					{link === undefined ? null : ' The link works without it.'}
				</Notice>
			) : (
				<PicturePreview file={story.data} alt={picture.alt} />
			)}
			{hasFailed ? null : <PictureActions act={picture.act} file={found && story.data} beside={beside} />}
			{link === undefined ? null : (
				<SharingButtons
					what={{ title: picture.title, text, url: link }}
					copied={`${text} ${link}`}
					shareLabel={canSharePictures() ? false : 'Share the link'}
				>
					<Button size="sm" variant="secondary" onPress={() => setIsCodeShown(!isCodeShown)}>
						<QrCodeIcon size={18} /> {isCodeShown ? 'Hide QR code' : 'Show QR code'}
					</Button>
				</SharingButtons>
			)}
			{found?.isThisMachineOnly ? <OnlyThisComputer /> : null}
		</div>
	)
}

type Beside = Parameters<typeof sharePicture>[1]
type PictureActionsProps = { act: string; file: File | undefined; beside: Beside }

/** Buttons stay disabled until the picture is here, so that none moves under a finger. */
function PictureActions({ act, file, beside }: PictureActionsProps) {
	const hasShareSheet = canSharePictures()
	return (
		<>
			{hasShareSheet ? <ShareThisPicture act={act} file={file} beside={beside} /> : null}
			<div className="flex flex-wrap gap-2.5 *:min-w-fit *:flex-1">
				<Download file={file} isMain={!hasShareSheet} />
				{canCopyPictures() ? <CopyPicture file={file} /> : null}
			</div>
		</>
	)
}

function ShareThisPicture({ act, file, beside }: PictureActionsProps) {
	const share = useMutation({
		mutationFn: async () => {
			if (!file) return
			const outcome = await sharePicture(file, beside)
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
			<ShareIcon /> {act}
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

function PicturePreview({ file, alt }: { file: File | undefined; alt: string }) {
	const address = useAddressOf(file)
	return (
		<div className="mx-auto aspect-9/16 h-[min(24rem,42dvh)] overflow-hidden rounded-xl border-2 border-outline">
			{address ? (
				<img src={address} alt={alt} className="size-full object-cover" />
			) : (
				<>
					<Skeleton className="size-full" />
					<p role="status" className="sr-only">
						Drawing the picture…
					</p>
				</>
			)}
		</div>
	)
}

/** An object URL that is revoked when the component unmounts. */
function useAddressOf(file: File | undefined): string | undefined {
	const [address, setAddress] = useState<string>()
	useEffect(() => {
		if (!file) return
		const made = URL.createObjectURL(file)
		setAddress(made)
		return () => {
			setAddress(undefined)
			URL.revokeObjectURL(made)
		}
	}, [file])
	return address
}
