import { lazy, Suspense } from 'react'
import type { RecreateAccountDialogProps } from './recreate-account-form.tsx'

// Hardly anybody ever needs it: home should not carry it.
const Inner = lazy(async () => ({ default: (await import('./recreate-account-form.tsx')).RecreateAccountFormDialog }))

export function RecreateAccountDialog(props: RecreateAccountDialogProps) {
	return props.isOpen ? (
		<Suspense>
			<Inner {...props} />
		</Suspense>
	) : null
}
