import { forgotPassword } from '#contract/first-words/auth.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart } from '#ui/kit/late-part.ts'
import { useLateDialog } from '#ui/kit/overlays/late-dialog.ts'
import type { ForgotPasswordDialogProps } from './forgot-password-dialog.tsx'

const forgotPasswordDialog = latePart<ForgotPasswordDialogProps>(() =>
	import('./forgot-password-dialog.tsx').then(({ ForgotPasswordDialog }) => ForgotPasswordDialog),
)

type ForgotPasswordProps = {
	username?: string
	label?: string
	look?: ButtonLook
}

export function ForgotPassword({
	username = '',
	label = forgotPassword(),
	look = { variant: 'quiet', size: 'sm' },
}: ForgotPasswordProps) {
	const { Dialog, state, trigger } = useLateDialog(forgotPasswordDialog)
	return (
		<>
			<Button {...look} isBlock {...trigger}>
				{label}
			</Button>
			{Dialog ? <Dialog username={username} {...state} /> : null}
		</>
	)
}
