import { useNavigate } from '@tanstack/react-router'
import { t } from '#contract/text.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { AskedButton } from '#ui/kit/overlays/asked-button.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { useArrive, useDeleteTrip, useGetOut, useOpen } from './trips.api.ts'

export function sayWhyNot(error: unknown, title = t('Nothing has changed')) {
	const otherwise =
		error instanceof ApiError ? t('Please try again.') : t('No answer from the server. Please try again.')
	toast({ variant: 'destructive', title, description: serverMessage(error, otherwise) })
}

const orSayWhyNot = (onSuccess: () => void) => ({ onSuccess, onError: (error: unknown) => sayWhyNot(error) })

export function ArriveButton({ token, variant }: { token: string; variant: ButtonLook['variant'] }) {
	const arrive = useArrive(token)
	return (
		<AskedButton
			label={t('We have arrived')}
			question={t('Are we there yet?')}
			isBlock
			variant={variant}
			isPending={arrive.isPending}
			send={(close) => arrive.mutate(undefined, orSayWhyNot(close))}
		>
			<p>
				{t('From now on everybody in the car rates the drivers, and all of it stays sealed. This cannot be undone.')}
			</p>
			<p className="text-muted">
				{t('Nobody has to hurry: the envelopes are opened 24 hours from now at the latest.')}
			</p>
		</AskedButton>
	)
}

export function OpenButton({ token, variant }: { token: string; variant: ButtonLook['variant'] }) {
	const open = useOpen(token)
	return (
		<AskedButton
			label={t('Open the envelopes')}
			question={t('Open the envelopes?')}
			// Translators: a button: open all envelopes
			act={t('Open all')}
			isBlock
			variant={variant}
			isPending={open.isPending}
			send={(close) => open.mutate(undefined, orSayWhyNot(close))}
		>
			<p>
				{t(
					'In ten seconds all phones in the car tear open what was said, shuffled and all at once. Who has not rated by now no longer can. This cannot be undone.',
				)}
			</p>
		</AskedButton>
	)
}

export function GetOutButton({ token }: { token: string }) {
	const getOut = useGetOut(token)
	return (
		<AskedButton
			label={t('Get out')}
			question={t('Get out?')}
			variant="quiet"
			size="sm"
			isPending={getOut.isPending}
			send={(close) => getOut.mutate(undefined, orSayWhyNot(close))}
		>
			<p>{t('What you have said on this trip goes with you. You can get in again until the envelopes are opened.')}</p>
		</AskedButton>
	)
}

export function DeleteTripButton({ token, name }: { token: string; name: string }) {
	const navigate = useNavigate()
	const deletion = useDeleteTrip(token, () => {
		toast({ title: t('Trip deleted'), description: t('"{name}" is gone, and its link leads nowhere.', { name }) })
		void navigate({ to: '/home', replace: true })
	})
	return (
		<AskedButton
			label={t('Delete trip')}
			question={t('Delete this trip?')}
			variant="quiet"
			size="sm"
			isDangerous
			isPending={deletion.isPending || deletion.isSuccess}
			send={(close) => deletion.mutate(undefined, orSayWhyNot(close))}
		>
			<p>{t('Everything that was said on it goes, too, and its link leads nowhere. This cannot be undone.')}</p>
		</AskedButton>
	)
}
