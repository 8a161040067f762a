import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { Confirmation, confirm as confirmCall } from '#contract/host/confirmation.ts'
import { t } from '#contract/text.ts'
import { isDeclined, passkeyWords } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { type ProofChoice, ProofField, useProof } from '#ui/features/sign-in/passkeys/proof-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { KnownUsername } from '#ui/kit/forms/text-field.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError, api, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useSession } from '#ui/session/session-context.ts'
import { passwordQuestion } from './host-act.ts'

/** Asks for the password on top of the dialog that started the act. */
export function PasswordDialog({ me }: { me: RememberedUser }) {
	const isAsked = useSyncExternalStore(passwordQuestion.subscribe, passwordQuestion.isAsked)
	// Cancels the question when the page unmounts.
	useEffect(() => () => passwordQuestion.settle(false), [])
	return (
		<Dialog
			title={t('Hands on the wheel')}
			isOpen={isAsked}
			onOpenChange={(isOpen) => isOpen || passwordQuestion.settle(false)}
			isDismissable={false}
		>
			<PasswordForm me={me} />
		</Dialog>
	)
}

const WHY_A_PASSWORD = t(
	"You are about to do something for others. Type your password, and we know it is you; for 15 minutes we won't ask again.",
)
const WHY_A_PASSKEY = t(
	"You are about to do something for others. Show a passkey, and we know it is you; for 15 minutes we won't ask again.",
)

function PasswordForm({ me }: { me: RememberedUser }) {
	const confirm = useConfirm()
	const proof = useProof(me.id)
	const [failure, setFailure] = useState<string | null>(null)
	const form = useContractForm({
		schema: v.object({ password: Confirmation.entries.password }),
		mutationKey: CONFIRMING,
		send: (typed, handlers) => confirm.mutate({ ...typed, show: proof.show }, handlers),
		onSent: () => passwordQuestion.settle(true),
		onRefused: (error, isAtField) => {
			if (isAtField || isDeclined(error)) return
			if (proof.isByPasskey) return setFailure(passkeyWords(error))
			form.refuse('password', serverMessage(error, t('The server does not answer. Please try again.')))
		},
	})
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<p className="text-muted">{proof.isByPasskey ? WHY_A_PASSKEY : WHY_A_PASSWORD}</p>
			<KnownUsername username={me.username} />
			<ProofField proof={proof} autoFocus field={form.field('password')} />
			{failure ? <Notice tone="error">{failure}</Notice> : null}
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={() => passwordQuestion.settle(false)}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" isPending={confirm.isPending}>
					{confirm.isPending ? t('Checking...') : t('Go on')}
				</PendingButton>
			</div>
		</form>
	)
}

/** A separate key from other forms, because the act that waits for the password is still pending. */
const CONFIRMING = ['host', 'confirming'] as const

function useConfirm() {
	const session = useSession()
	return useMutation({
		mutationKey: CONFIRMING,
		mutationFn: async ({ show, ...typed }: Confirmation & Pick<ProofChoice, 'show'>) =>
			api.send(confirmCall, { body: { ...typed, proof: await show() } }),
		onError: (error) => {
			if (!isWrongPassword(error)) session.recheckIfRefused(error)
		},
	})
}

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.problemCode === 'wrong_password'
