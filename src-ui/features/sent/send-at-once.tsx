import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#contract/text.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { announceCopyFailed, announceLinkCopied, ShareIcon } from '#ui/kit/sharing/sharing-buttons.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { shareOrCopy } from '#ui/platform/sharing/share.ts'
import { type Addressee, pathQuery } from './addressees.ts'

type SendAtOnceProps = ButtonLook & { to: Addressee; children: ReactNode; 'aria-describedby'?: string }

export function SendAtOnce({ to, children, ...look }: SendAtOnceProps) {
	const queryClient = useQueryClient()
	const send = useMutation({
		mutationFn: async () => {
			const [path, { address }] = await Promise.all([
				queryClient.fetchQuery(pathQuery(to)),
				queryClient.ensureQueryData(addressForOthersQuery),
			])
			return shareOrCopy({ title: to.title, text: to.text, url: address + path })
		},
		onSuccess: (outcome) => {
			if (outcome === 'shared') to.onSent?.('native')
			if (outcome === 'copied') announceLinkCopied()
		},
		onError: (error) =>
			error instanceof ApiError || error instanceof TypeError
				? toast({ variant: 'destructive', title: t('Not sent'), description: serverMessage(error, NO_ANSWER) })
				: announceCopyFailed(),
	})
	return (
		<PendingButton {...look} isPending={send.isPending} onPress={() => send.mutate()}>
			<ShareIcon size={look.size === 'sm' ? 18 : undefined} /> {children}
		</PendingButton>
	)
}

export const NO_ANSWER = t('The server does not answer. Nothing has left the car; please try again.')
