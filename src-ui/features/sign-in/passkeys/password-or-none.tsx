import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as words from '#contract/first-words/account-form.ts'
import { t } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { PasswordField } from '#ui/kit/forms/text-field.tsx'
import type { FieldProps } from '#ui/platform/contract-form.ts'
import { useCanUsePasskeys } from './passkeys.api.ts'

export function PasswordOrNone({ hint, field }: { hint: string; field: FieldProps<string> }) {
	const canUse = useCanUsePasskeys()
	const signIn = useQuery(instanceQuery).data?.signIn
	const hasPasswords = signIn?.password ?? true
	const [isChosen, setIsChosen] = useState(false)
	const isWithout = isChosen || !hasPasswords
	if (!hasPasswords && !canUse)
		return (
			<Notice tone="info">
				{signIn?.oidc
					? t('Passwords open nothing here, and at this address there are no passkeys. Log in with {provider}.', {
							provider: signIn.oidc.name,
						})
					: t('Passwords open nothing here, and at this address there are no passkeys. Log in with your provider.')}
			</Notice>
		)
	return (
		<div className="password-or-none">
			{isWithout ? (
				<p role="status" className="text-muted">
					{words.phoneRemembers()}
				</p>
			) : (
				<PasswordField label={words.passwordLabel()} autoComplete="new-password" hint={hint} {...field} />
			)}
			{hasPasswords && (canUse || isWithout) ? (
				<Button variant="quiet" size="sm" className="password-instead" onPress={() => setIsChosen(!isChosen)}>
					{isWithout ? t('With a password') : words.withoutPassword()}
				</Button>
			) : null}
		</div>
	)
}
