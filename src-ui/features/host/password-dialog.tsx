import { useMutation } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Confirmation, confirm as confirmCall } from '#contract/host/confirmation.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { Button } from '#ui/kit/button.tsx'
import { KnownUsername, PasswordField } from '#ui/kit/forms/text-field.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError, api, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { passwordQuestion } from './host-act.ts'

/** Asks for the password in the middle of an act, over whatever the act was begun in. */
export function PasswordDialog({ username }: { username: string }) {
	const isAsked = useSyncExternalStore(passwordQuestion.subscribe, passwordQuestion.isAsked)
	// Nobody answers once the page is left.
	useEffect(() => () => passwordQuestion.settle(false), [])
	return (
		<Dialog
			title="Hands on the wheel"
			isOpen={isAsked}
			onOpenChange={(isOpen) => isOpen || passwordQuestion.settle(false)}
			isDismissable={false}
		>
			<p className="mb-4 text-muted">
				You are about to do something for others. Type your password, and we know it is you; for 15 minutes we won't ask
				again.
			</p>
			<PasswordForm username={username} />
		</Dialog>
	)
}

function PasswordForm({ username }: { username: string }) {
	const confirm = useConfirm()
	const form = useContractForm({
		schema: Confirmation,
		mutationKey: CONFIRMING,
		send: (typed, handlers) => confirm.mutate(typed, handlers),
		onSent: () => passwordQuestion.settle(true),
		onRefused: (error, isAtField) => {
			if (isAtField) return
			form.refuse('password', serverMessage(error, 'The server does not answer. Please try again.'))
		},
	})
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<KnownUsername username={username} />
			<PasswordField label="Your password" autoComplete="current-password" autoFocus {...form.field('password')} />
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={() => passwordQuestion.settle(false)}>
					Cancel
				</Button>
				<PendingButton type="submit" isPending={confirm.isPending}>
					{confirm.isPending ? 'Checking...' : 'Go on'}
				</PendingButton>
			</div>
		</form>
	)
}

/** Not the key of other forms: the act that waits for the password is under way meanwhile. */
const CONFIRMING = ['host', 'confirming'] as const

function useConfirm() {
	const session = useSession()
	return useMutation({
		mutationKey: CONFIRMING,
		mutationFn: (confirmation: Confirmation) => api.send(confirmCall, { body: confirmation }),
		onError: (error) => {
			if (!isWrongPassword(error)) session.recheckIfRefused(error)
		},
	})
}

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.problemCode === 'wrong_password'
