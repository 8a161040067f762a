import type { ReactNode } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'

type AskOnceProps = {
	/** What will be different, and what will be gone. */
	children: ReactNode
	/** What the button says. */
	act: string
	isDangerous?: boolean
	isPending: boolean
	error: unknown
	onAct: () => void
	onCancel: () => void
}

/** The question in a dialog before an act. What the server says against it is said here; pressing again tries again. */
export function AskOnce({ children, act, isDangerous = false, isPending, error, onAct, onCancel }: AskOnceProps) {
	return (
		<div className="flex flex-col gap-5">
			<div className="flex flex-col gap-2 wrap-anywhere">{children}</div>
			<p role="alert" className="font-semibold text-bad empty:hidden">
				{error ? serverMessage(error, 'Nothing has changed. Please try again.') : null}
			</p>
			{/* Below each other where the words are long. */}
			<div className="flex flex-wrap gap-2.5 *:grow">
				<Button variant="secondary" autoFocus onPress={onCancel}>
					Cancel
				</Button>
				<PendingButton variant={isDangerous ? 'danger' : 'primary'} isPending={isPending} onPress={onAct}>
					{act}
				</PendingButton>
			</div>
		</div>
	)
}
