import { type ReactNode, useEffect } from 'react'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useSession, useViewer } from '#ui/session/session-context.ts'

type MembersOnlyProps = {
	title: string
	next: string
	children: ReactNode
}

export function MembersOnly({ title, next, children }: MembersOnlyProps) {
	const session = useSession()
	const { kind } = useViewer()
	if (kind === 'member') return children
	return (
		<Page action={<BackToHome />}>
			<PageTitle>{title}</PageTitle>
			{kind === 'visitor' ? (
				<EmptyState
					headingLevel="h1"
					title={t('Members read this')}
					action={
						<LinkButton to="/auth" search={{ next }}>
							{t('Log in')}
						</LinkButton>
					}
				>
					{t('It is printed for those in the car. Log in, and read along.')}
				</EmptyState>
			) : kind === 'ended' ? (
				<EmptyState
					headingLevel="h1"
					title={title}
					action={
						<Button variant="secondary" onPress={() => session.logInAgain.set(true)}>
							{t('Log in again')}
						</Button>
					}
				>
					{t('It is for those in the car. Log in again, and here it is.')}
				</EmptyState>
			) : (
				<EmptyState headingLevel="h1" title={title}>
					{t('Your account needs to be recreated. Add a driver to fix this issue.')}
				</EmptyState>
			)}
		</Page>
	)
}

export function useRecheckIfRefused(error: unknown) {
	const session = useSession()
	useEffect(() => {
		if (error) session.recheckIfRefused(error)
	}, [session, error])
}

export const BackToHome = () => (
	<LinkButton to="/home" variant="secondary" isBlock>
		{t('Back to Home')}
	</LinkButton>
)
