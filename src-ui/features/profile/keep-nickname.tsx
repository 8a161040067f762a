import { useState } from 'react'
import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { useChangeLook } from '#ui/features/own-account/own-account.api.ts'
import { claimedNicknameOf, forgetClaimedNickname } from '#ui/features/sign-in/session/claim-note.memory.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'

/** Shown after a claim until the member answers or changes their name. */
export function KeepNickname({ user }: { user: PublicUser }) {
	const [nickname, setNickname] = useState(() => claimedNicknameOf(user.id))
	const change = useChangeLook(user.id)
	if (nickname === null || user.display_name !== null || nickname === user.username) return null

	const answered = () => {
		forgetClaimedNickname(user.id)
		document.getElementById('main')?.focus({ preventScroll: true })
		setNickname(null)
	}
	const keep = () =>
		change.mutate(
			{ display_name: nickname },
			{
				onSuccess: () => {
					answered()
					toast({
						title: t('{nickname} it is', { nickname }),
						description: t('Changed your mind? It is in the settings.'),
					})
				},
				onError: (error) => {
					if (hasStatus(error, 401)) return
					const description = serverMessage(error, t('Nothing has changed. Please try again.'))
					toast({ variant: 'destructive', title: t('Name not kept'), description })
				},
			},
		)

	return (
		<div className="mb-8">
			<Notice
				tone="info"
				title={<span className="wrap-anywhere">{t('Keep being called {nickname}?', { nickname })}</span>}
				action={
					<div className="flex flex-wrap gap-2">
						<PendingButton size="sm" isPending={change.isPending} onPress={keep}>
							{t('Yes, keep it')}
						</PendingButton>
						<Button
							size="sm"
							variant="secondary"
							className="wrap-anywhere"
							isDisabled={change.isPending}
							onPress={answered}
						>
							{t('No, {username}', { username: user.username })}
						</Button>
					</div>
				}
			>
				{t('Your ratings came in under that name.')}
			</Notice>
		</div>
	)
}
