import { type ReactNode, useEffect } from 'react'
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
					title="Members read this"
					action={
						<LinkButton to="/auth" search={{ next }}>
							Log in
						</LinkButton>
					}
				>
					It is printed for those in the car. Log in, and read along.
				</EmptyState>
			) : kind === 'ended' ? (
				<EmptyState
					headingLevel="h1"
					title={title}
					action={
						<Button variant="secondary" onPress={() => session.logInAgain.set(true)}>
							Log in again
						</Button>
					}
				>
					It is for those in the car. Log in again, and here it is.
				</EmptyState>
			) : (
				<EmptyState headingLevel="h1" title={title}>
					Your account needs to be recreated. Add a driver to fix this issue.
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
		Back to Home
	</LinkButton>
)
