import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as words from '#contract/first-words/account-form.ts'
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
				Passwords open nothing here, and at this address there are no passkeys. Log in with{' '}
				{signIn?.oidc?.name ?? 'your provider'}.
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
					{isWithout ? 'With a password' : words.withoutPassword()}
				</Button>
			) : null}
		</div>
	)
}
