import { lazy, Suspense } from 'react'
import type { RememberedUser } from '#ui/platform/storage.ts'

export type RecreateAccountDialogProps = {
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
	/** Whom this browser remembers and the server does not. */
	user: RememberedUser
}

// Hardly anybody ever needs it: home should not carry it.
const Inner = lazy(async () => ({ default: (await import('./recreate-account-form.tsx')).RecreateAccountFormDialog }))

export function RecreateAccountDialog(props: RecreateAccountDialogProps) {
	return props.isOpen ? (
		<Suspense>
			<Inner {...props} />
		</Suspense>
	) : null
}
