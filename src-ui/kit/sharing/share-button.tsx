import { useMutation } from '@tanstack/react-query'
import type { ButtonLook } from '#look/class-names.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ShareIcon } from '#ui/kit/icons.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { type Shareable, shareOrCopy } from '#ui/platform/sharing/share.ts'

export type ShareButtonProps = ButtonLook & { label: string; whatToShare: () => Shareable }

/** Opens the device's share sheet, or copies and says so. */
export function ShareButton({ label, whatToShare, ...look }: ShareButtonProps) {
	const share = useMutation({
		mutationFn: () => shareOrCopy(whatToShare()),
		onSuccess: (outcome) => {
			if (outcome === 'copied') toast({ title: 'Link copied', description: 'Paste it where the passengers are.' })
		},
		onError: () =>
			toast({
				title: 'Copy failed',
				description: 'Failed to copy the link. Please try again.',
				variant: 'destructive',
			}),
	})
	return (
		<PendingButton isBlock {...look} isPending={share.isPending} onPress={() => share.mutate()}>
			<ShareIcon /> {label}
		</PendingButton>
	)
}
