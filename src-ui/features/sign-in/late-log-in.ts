import { latePart } from '#ui/kit/late-part.ts'
import { useLateDialog } from '#ui/kit/overlays/late-dialog.ts'
import type { LogInDialogProps } from './log-in-dialog.tsx'

const logInDialog = latePart<LogInDialogProps>(() =>
	import('#ui/features/sign-in/log-in-dialog.tsx').then(({ LogInDialog }) => LogInDialog),
)

export const useLogInDialog = () => useLateDialog(logInDialog)
