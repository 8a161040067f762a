import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#contract/text.ts'
import type { LogInDialogProps } from '#ui/features/sign-in/log-in-dialog.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useSession } from '#ui/session/session-context.ts'

export type SessionEndedProps = { user: RememberedUser }

export function SessionEnded({ user }: SessionEndedProps) {
	const session = useSession()
	const { logInAgain } = session
	const isAsked = useSyncExternalStore(logInAgain.subscribe, logInAgain.isSet)
	const LogInDialog = useLogInDialog(isAsked, logInAgain.set)
	return (
		<div className="mx-auto w-full max-w-[30rem] px-4 pt-3 pb-2">
			<Notice
				tone="warn"
				title={t('Your session has ended')}
				action={
					<div className="flex flex-wrap gap-2">
						<Button size="sm" onPress={() => logInAgain.set(true)}>
							{t('Log in again')}
						</Button>
						<Button size="sm" variant="quiet" onPress={session.becomeVisitor}>
							{t('Go on as a guest')}
						</Button>
					</div>
				}
			>
				{t('The car stopped, your seat is still warm. Nothing you have filled in is lost.')}
			</Notice>
			{LogInDialog ? (
				<LogInDialog
					title={t('Log in again')}
					words={t('Your session has ended. Whatever you were doing is still here.')}
					username={user.username}
					isOpen={isAsked}
					onOpenChange={logInAgain.set}
				/>
			) : null}
		</div>
	)
}

/**
 * Fetches the dialog only when a session ends. Not `lazy()`: if it fails to load, the screen below must survive and the
 * next press retries.
 */
function useLogInDialog(
	isAsked: boolean,
	setIsAsked: (isAsked: boolean) => void,
): ComponentType<LogInDialogProps> | null {
	const [LogInDialog, setLogInDialog] = useState<ComponentType<LogInDialogProps> | null>(null)
	const isMissing = LogInDialog === null
	useEffect(() => {
		if (!isMissing) return
		import('#ui/features/sign-in/log-in-dialog.tsx').then(
			(loaded) => setLogInDialog(() => loaded.LogInDialog),
			() => {
				if (!isAsked) return
				setIsAsked(false)
				toast({
					variant: 'destructive',
					title: t('Login failed'),
					description: t('The server cannot be reached right now. Please try again.'),
				})
			},
		)
	}, [isMissing, isAsked, setIsAsked])
	return LogInDialog
}
