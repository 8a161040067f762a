import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserId } from '#contract/ids.ts'
import type { Proof } from '#contract/proofs.ts'
import { t } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { PasswordField } from '#ui/kit/forms/text-field.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { FieldProps } from '#ui/platform/contract-form.ts'
import { credentialsQuery, proofByPasskey, useCanUsePasskeys } from './passkeys.api.ts'

export type ProofChoice = ReturnType<typeof useProof>

/** Reauthenticates a member by password, by a passkey for this address, or at the provider. */
export function useProof(id: UserId) {
	const { data: waysIn } = useQuery(credentialsQuery(id))
	const canUse = useCanUsePasskeys()
	const [isPreferred, setIsPreferred] = useState(false)
	const hasPasskey = canUse && waysIn?.passkeys.some(({ host }) => host === window.location.hostname) === true
	const hasPassword = waysIn?.hasPassword ?? true
	const isByPasskey = hasPasskey && (isPreferred || !hasPassword)
	const provider = useQuery(instanceQuery).data?.signIn.oidc?.name
	const isConnected = waysIn?.identities.some((identity) => identity.provider === provider) === true
	const byProvider = provider !== undefined && isConnected && !hasPassword && !hasPasskey ? provider : null
	return {
		isByPasskey,
		hasPassword,
		byProvider,
		toOther: hasPasskey && hasPassword ? () => setIsPreferred(!isByPasskey) : null,
		/** Undefined for a password, which the form already has as a field. */
		show: async (): Promise<Proof | undefined> =>
			byProvider !== null ? { oidc: true } : isByPasskey ? proofByPasskey() : undefined,
		proof: async (password: string | undefined): Promise<Proof> =>
			byProvider !== null ? { oidc: true } : isByPasskey ? proofByPasskey() : { password: password ?? '' },
	}
}

const confirmElsewhere = latePart<{ name: string }>(() =>
	import('#ui/features/sign-in/oidc/confirm-elsewhere.tsx').then(({ ConfirmElsewhere }) => ConfirmElsewhere),
)

type ProofFieldProps = {
	proof: ProofChoice
	field: FieldProps<string>
	label?: string
	autoFocus?: boolean
}

export function ProofField({ proof, field, label = t('Your password'), autoFocus = false }: ProofFieldProps) {
	const { isByPasskey, hasPassword, byProvider, toOther } = proof
	const ConfirmElsewhere = useLatePart(confirmElsewhere, byProvider !== null)
	if (byProvider !== null) return ConfirmElsewhere ? <ConfirmElsewhere name={byProvider} /> : null
	if (!isByPasskey && !hasPassword)
		return (
			<Notice tone="warn">
				{t(
					'You get in with a passkey, and at this address browsers do not offer it. Open Backseat where you made it, or ask a host for a reset link.',
				)}
			</Notice>
		)
	return (
		<div className="flex flex-col items-start gap-1.5">
			{isByPasskey ? (
				<p className="text-muted">{t('We ask for your face or your finger when you go on.')}</p>
			) : (
				<PasswordField
					label={label}
					autoComplete="current-password"
					className="self-stretch"
					autoFocus={autoFocus}
					{...field}
				/>
			)}
			{toOther ? (
				<Button variant="quiet" size="sm" className="-ms-3.5" onPress={toOther}>
					{isByPasskey ? t('Use your password instead') : t('Use a passkey instead')}
				</Button>
			) : null}
		</div>
	)
}
