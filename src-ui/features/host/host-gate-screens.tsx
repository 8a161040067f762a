import type { ReactNode } from 'react'
import type { HostPath } from '#contract/pages.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { Button, TryAgain } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { Spinner } from '#ui/kit/feedback/spinner.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'

/*
 * What people see at an address of the host's page who are not host, or of whom that is not known yet.
 */

export function OnlyHosts() {
	return (
		<Page action={<BackToHome />}>
			<PageTitle>Behind the wheel</PageTitle>
			<EmptyState headingLevel="h1" title="Only hosts sit behind the wheel here.">
				Somebody else looks after this Backseat. You do what you do best: comment from behind.
			</EmptyState>
		</Page>
	)
}

export function FindingOut({ title }: { title: string }) {
	return (
		<Page width="wide">
			<PageTitle>{title}</PageTitle>
			<h1 className="sr-only">{title}</h1>
			<Spinner label="Adjusting the mirrors..." />
		</Page>
	)
}

/** Without an answer nobody knows whether they are host. */
export function NobodyAnswers({ title, onTryAgain }: { title: string; onTryAgain: () => void }) {
	return (
		<Titled title={title} action={<BackToHome />}>
			<Notice tone="error" title="Nobody at the wheel" action={<TryAgain onPress={onTryAgain} />}>
				The server does not answer. It may be restarting, or out of reach.
			</Notice>
		</Titled>
	)
}

export function HostSessionEnded({ title }: { title: string }) {
	const session = useSession()
	return (
		<Titled title={title} action={<BackToHome />}>
			<EmptyState
				title="The engine is off"
				action={
					<Button variant="secondary" onPress={() => session.logInAgain.set(true)}>
						Log in again
					</Button>
				}
			>
				Your session has ended. Log in again, and you are back where you were.
			</EmptyState>
		</Titled>
	)
}

export function HostAccountLost({ title }: { title: string }) {
	return (
		<Titled title={title} action={<BackToHome />}>
			<Notice tone="warn">Your account needs to be recreated. Add a driver to fix this issue.</Notice>
		</Titled>
	)
}

export function GotOut({ next }: { next: HostPath }) {
	return (
		<Titled
			title="Behind the wheel"
			action={
				<>
					<LinkButton to="/auth" search={{ next }} isBlock>
						Log In
					</LinkButton>
					<BackToHome />
				</>
			}
		>
			<EmptyState title="You got out">Nobody steers from the pavement. Get in first.</EmptyState>
		</Titled>
	)
}

function Titled({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
	return (
		<Page action={action}>
			<PageTitle>{title}</PageTitle>
			<h1 className="mb-5">{title}</h1>
			{children}
		</Page>
	)
}

const BackToHome = () => (
	<LinkButton to="/home" variant="secondary" isBlock>
		Back to Home
	</LinkButton>
)
