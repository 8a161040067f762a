import { useState } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { PasswordField } from '#ui/kit/forms/text-field.tsx'
import type { FieldProps } from '#ui/platform/contract-form.ts'
import { useCanUsePasskeys } from './passkeys.api.ts'

/** The password of a new account, or none: a form without the field makes a passkey instead. */
export function PasswordOrNone({ hint, field }: { hint: string; field: FieldProps<string> }) {
	const canUse = useCanUsePasskeys()
	const [isWithout, setIsWithout] = useState(false)
	return (
		<div className="flex flex-col items-start gap-1.5">
			{isWithout ? (
				<p role="status" className="text-muted">
					Your phone remembers, so you don't have to.
				</p>
			) : (
				<PasswordField label="Password" autoComplete="new-password" hint={hint} className="self-stretch" {...field} />
			)}
			{canUse || isWithout ? (
				<Button variant="quiet" size="sm" className="-ml-3.5" onPress={() => setIsWithout(!isWithout)}>
					{isWithout ? 'With a password' : 'Without a password'}
				</Button>
			) : null}
		</div>
	)
}
