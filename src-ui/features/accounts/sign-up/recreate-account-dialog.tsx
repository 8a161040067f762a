import { lazy, Suspense } from 'react'
import type { RecreateAccountDialogProps } from './recreate-account-form.tsx'

// A file of its own, so that the form is loaded only by the few who need it.
const Inner = lazy(async () => ({ default: (await import('./recreate-account-form.tsx')).RecreateAccountFormDialog }))

export function RecreateAccountDialog(props: RecreateAccountDialogProps) {
	return props.isOpen ? (
		<Suspense>
			<Inner {...props} />
		</Suspense>
	) : null
}
