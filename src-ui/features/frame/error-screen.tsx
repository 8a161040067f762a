import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EmptyState } from '#ui/kit/feedback/notice.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError } from '#ui/platform/api-client.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { BreakdownArt } from './breakdown-art.tsx'

/** Whatever a screen could not deal with itself, with a way to go on. */
export function ErrorScreen({ error }: ErrorComponentProps) {
	const router = useRouter()
	const { reset: forgetFailedQueries } = useQueryErrorResetBoundary()
	const [isTrying, setIsTrying] = useState(false)

	const tryAgain = async () => {
		// A part of the app that did not arrive stays missing until the page is reloaded.
		if (isMissingPart(error) && navigator.onLine) return window.location.reload()
		setIsTrying(true)
		forgetFailedQueries()
		await router.invalidate()
		setIsTrying(false)
	}
	useEffect(() => {
		const goOn = () => {
			forgetFailedQueries()
			void router.invalidate()
		}
		window.addEventListener('online', goOn)
		return () => window.removeEventListener('online', goOn)
	}, [router, forgetFailedQueries])

	const { title, text } = wordsFor(error)
	return (
		<Page
			action={
				<>
					<PendingButton isBlock isPending={isTrying} onPress={() => void tryAgain()}>
						{isTrying ? 'Trying...' : 'Try again'}
					</PendingButton>
					<LinkButton to="/home" variant="secondary" isBlock>
						Back to Home
					</LinkButton>
				</>
			}
		>
			<PageTitle>Breakdown</PageTitle>
			<div role="alert">
				<EmptyState headingLevel="h1" art={<BreakdownArt />} title={title}>
					{text}
				</EmptyState>
			</div>
		</Page>
	)
}

const isMissingPart = (error: unknown) =>
	error instanceof Error && /dynamically imported module|importing a module script/i.test(error.message)

/** 502 to 504 come from the server while it starts, or from the proxy in front of it while it is away. */
const isRestarting = (error: unknown) => error instanceof ApiError && error.status >= 502 && error.status <= 504

function wordsFor(error: unknown): { title: string; text: string } {
	// fetch has one error for everything between here and the server.
	const isUnreachable = error instanceof TypeError
	if (isUnreachable && !navigator.onLine)
		return {
			title: 'You are in a tunnel',
			text: 'No connection right now. Your seat is kept; we go on when you are out.',
		}
	if (isRestarting(error))
		return { title: 'Refuelling', text: 'This Backseat is restarting. Give it a moment and try again.' }
	if (error instanceof ApiError && error.status === 429)
		return {
			title: 'Easy on the horn',
			text: error.serverMessage ?? 'Too many requests. Please try again in a moment.',
		}
	if (isUnreachable)
		return { title: 'Nobody at the wheel', text: 'The server does not answer. It may be restarting, or out of reach.' }
	return { title: 'We broke down', text: 'Something went wrong on our side. It was not your driving.' }
}
