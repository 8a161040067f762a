import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ButtonLook } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { useArrive, useDeleteTrip, useGetOut, useOpen } from './trips.api.ts'

export function sayWhyNot(error: unknown, title = 'Nothing has changed') {
	const otherwise = error instanceof ApiError ? 'Please try again.' : 'No answer from the server. Please try again.'
	toast({ variant: 'destructive', title, description: serverMessage(error, otherwise) })
}

type AskedButtonProps = ButtonLook & {
	/** Used on both buttons and as the title. */
	label: string
	question: string
	act?: string
	isDangerous?: boolean
	isPending: boolean
	send: (handlers: { onSuccess: () => void; onError: (error: unknown) => void }) => void
	children: ReactNode
}

/** Asks for confirmation, because the act cannot be undone. */
function AskedButton({
	label,
	question,
	act = label,
	isDangerous = false,
	isPending,
	send,
	children,
	...look
}: AskedButtonProps) {
	const [isOpen, setIsOpen] = useState(false)
	const close = () => setIsOpen(false)
	return (
		<>
			<Button {...look} onPress={() => setIsOpen(true)}>
				{label}
			</Button>
			<Dialog title={question} isOpen={isOpen} onOpenChange={setIsOpen} role="alertdialog">
				<div className="flex flex-col gap-5">
					<div className="flex flex-col gap-2 wrap-anywhere">{children}</div>
					<div className="button-pair">
						<Button variant="secondary" autoFocus onPress={close}>
							Cancel
						</Button>
						<PendingButton
							variant={isDangerous ? 'danger' : 'primary'}
							isPending={isPending}
							onPress={() => send({ onSuccess: close, onError: sayWhyNot })}
						>
							{act}
						</PendingButton>
					</div>
				</div>
			</Dialog>
		</>
	)
}

export function ArriveButton({ token, variant }: { token: string; variant: ButtonLook['variant'] }) {
	const arrive = useArrive(token)
	return (
		<AskedButton
			label="We have arrived"
			question="Are we there yet?"
			isBlock
			variant={variant}
			isPending={arrive.isPending}
			send={(handlers) => arrive.mutate(undefined, handlers)}
		>
			<p>From now on everybody in the car rates the drivers, and all of it stays sealed. This cannot be undone.</p>
			<p className="text-muted">Nobody has to hurry: the envelopes are opened 24 hours from now at the latest.</p>
		</AskedButton>
	)
}

export function OpenButton({ token, variant }: { token: string; variant: ButtonLook['variant'] }) {
	const open = useOpen(token)
	return (
		<AskedButton
			label="Open the envelopes"
			question="Open the envelopes?"
			act="Open all"
			isBlock
			variant={variant}
			isPending={open.isPending}
			send={(handlers) => open.mutate(undefined, handlers)}
		>
			<p>
				In ten seconds all phones in the car tear open what was said, shuffled and all at once. Who has not rated by now
				no longer can. This cannot be undone.
			</p>
		</AskedButton>
	)
}

export function GetOutButton({ token }: { token: string }) {
	const getOut = useGetOut(token)
	return (
		<AskedButton
			label="Get out"
			question="Get out?"
			variant="quiet"
			size="sm"
			isPending={getOut.isPending}
			send={(handlers) => getOut.mutate(undefined, handlers)}
		>
			<p>What you have said on this trip goes with you. You can get in again until the envelopes are opened.</p>
		</AskedButton>
	)
}

export function DeleteTripButton({ token, name }: { token: string; name: string }) {
	const navigate = useNavigate()
	const deletion = useDeleteTrip(token, () => {
		toast({ title: 'Trip deleted', description: `"${name}" is gone, and its link leads nowhere.` })
		void navigate({ to: '/home', replace: true })
	})
	return (
		<AskedButton
			label="Delete trip"
			question="Delete this trip?"
			variant="quiet"
			size="sm"
			isDangerous
			isPending={deletion.isPending || deletion.isSuccess}
			send={(handlers) => deletion.mutate(undefined, handlers)}
		>
			<p>Everything that was said on it goes, too, and its link leads nowhere. This cannot be undone.</p>
		</AskedButton>
	)
}
