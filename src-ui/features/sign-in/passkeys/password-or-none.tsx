import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
		<div className="@container relative flex flex-col items-start gap-1.5">
			{isWithout ? (
				<p role="status" className="text-muted">
					Your phone remembers, so you don't have to.
				</p>
			) : (
				<PasswordField label="Password" autoComplete="new-password" hint={hint} className="self-stretch" {...field} />
			)}
			{hasPasswords && (canUse || isWithout) ? (
				// Next to the label where both fit, so that the submit button stays on the screen of a small laptop.
				<Button
					variant="quiet"
					size="sm"
					className={isWithout ? '-ml-3.5' : '-ml-3.5 @xs:absolute @xs:-top-[0.6875rem] @xs:-right-3.5'}
					onPress={() => setIsChosen(!isChosen)}
				>
					{isWithout ? 'With a password' : 'Without a password'}
				</Button>
			) : null}
		</div>
	)
}
