import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserId } from '#contract/ids.ts'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { isRatedMeanwhile, useDeleteGhost, useForgetGhost, useNewClaimLink } from './edit-ghost.api.ts'

const TRY_AGAIN = t('Nothing has changed. Please try again.')

/** Ends on the new link, because the ghost's creator has to send it. */
export function ConfirmNewLink({ id, onCancel }: { id: UserId; onCancel: () => void }) {
	const navigate = useNavigate()
	const newLink = useNewClaimLink(id)
	const submit = () =>
		newLink.mutate(undefined, {
			onSuccess: () => {
				toast({ title: t('Here is the new link'), description: t('The old one leads nowhere now. Send this one.') })
				void navigate({ to: '/share-ghost/$id', params: { id } })
			},
			onError: (error) =>
				toast({ variant: 'destructive', title: t('No new link'), description: serverMessage(error, TRY_AGAIN) }),
		})
	return (
		<AskOnce
			onCancel={onCancel}
			act={
				<PendingButton isPending={newLink.isPending} onPress={submit}>
					{t('New link')}
				</PendingButton>
			}
		>
			{t('The old link stops working at once, also where somebody has it open. Only you will see the new one.')}
		</AskOnce>
	)
}

export function ConfirmDelete({ id, name, onCancel }: { id: UserId; name: string; onCancel: () => void }) {
	const navigate = useNavigate()
	const deletion = useDeleteGhost(id)
	const forget = useForgetGhost(id)
	const submit = () =>
		deletion.mutate(undefined, {
			onSuccess: async () => {
				toast({
					// Translators: the driver has left the car: they are off the list
					title: t('{driver} got out', { driver: name }),
					description: t('Off your list, and the claim link leads nowhere.'),
				})
				// Clears the cache after navigation, or the profile would flash 'not found'.
				await navigate({ to: '/home', replace: true })
				await forget()
			},
			onError: (error) => {
				if (isRatedMeanwhile(error)) return
				toast({ variant: 'destructive', title: t('Driver not deleted'), description: serverMessage(error, TRY_AGAIN) })
			},
		})
	if (isRatedMeanwhile(deletion.error))
		return (
			<div className="flex flex-col gap-4">
				<Notice tone="warn" title={serverMessage(deletion.error, '')}>
					{t('What they said is not yours to throw away, so this driver stays.')}
				</Notice>
				<Button variant="secondary" isBlock autoFocus onPress={onCancel}>
					{t('Back')}
				</Button>
			</div>
		)
	return (
		<AskOnce
			onCancel={onCancel}
			act={
				<PendingButton
					variant="danger"
					isPending={deletion.isPending || deletion.isSuccess}
					onPress={submit}
					className="wrap-anywhere"
				>
					{t('Delete {driver}', { driver: name })}
				</PendingButton>
			}
		>
			{t('Whatever you said of this driver goes, too, and the claim link leads nowhere. This cannot be undone.')}
		</AskOnce>
	)
}

function AskOnce({ children, act, onCancel }: { children: ReactNode; act: ReactNode; onCancel: () => void }) {
	return (
		<div className="flex flex-col gap-5">
			<p>{children}</p>
			<div className="flex flex-wrap gap-2.5 *:grow">
				<Button variant="secondary" autoFocus onPress={onCancel}>
					{t('Cancel')}
				</Button>
				{act}
			</div>
		</div>
	)
}
