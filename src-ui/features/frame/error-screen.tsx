import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#contract/text.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError } from '#ui/platform/api-client.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'

export function ErrorScreen({ error }: ErrorComponentProps) {
	const router = useRouter()
	const { reset: forgetFailedQueries } = useQueryErrorResetBoundary()
	const [isTrying, setIsTrying] = useState(false)

	const tryAgain = async () => {
		// A failed code chunk stays failed until the page reloads.
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
						{isTrying ? t('Trying...') : t('Try again')}
					</PendingButton>
					<LinkButton to="/home" variant="secondary" isBlock>
						{t('Back to Home')}
					</LinkButton>
				</>
			}
		>
			{/* Translators: of a car */}
			<PageTitle>{t('Breakdown')}</PageTitle>
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

/** 502 to 504 come from the starting server, or from its proxy while the server is down. */
const isRestarting = (error: unknown) => error instanceof ApiError && error.status >= 502 && error.status <= 504

function wordsFor(error: unknown): { title: string; text: string } {
	const isUnreachable = error instanceof TypeError
	if (isUnreachable && !navigator.onLine)
		return {
			title: t('You are in a tunnel'),
			text: t('No connection right now. Your seat is kept; we go on when you are out.'),
		}
	if (isRestarting(error))
		// Translators: the server is restarting
		return { title: t('Refuelling'), text: t('This Backseat is restarting. Give it a moment and try again.') }
	if (error instanceof ApiError && error.status === 429)
		return {
			// Translators: too many requests
			title: t('Easy on the horn'),
			text: error.serverMessage ?? t('Too many requests. Please try again in a moment.'),
		}
	if (isUnreachable)
		return {
			title: t('Nobody at the wheel'),
			text: t('The server does not answer. It may be restarting, or out of reach.'),
		}
	return { title: t('We broke down'), text: t('Something went wrong on our side. It was not your driving.') }
}

function BreakdownArt() {
	return (
		<svg
			aria-hidden="true"
			width="190"
			height="130"
			viewBox="0 0 190 130"
			className="text-outline"
			stroke="#1c1a27"
			strokeWidth="3"
			strokeLinejoin="round"
			strokeLinecap="round"
		>
			<clipPath id="breakdown-frame">
				<rect x="2" y="2" width="186" height="126" rx="18" />
			</clipPath>
			<g clipPath="url(#breakdown-frame)">
				<path d="M0 0h190v90H0z" className="fill-sky" stroke="none" />
				<path d="M-4 92c30-30 60-30 84-8 24-26 66-26 114 4v10H-4z" className="fill-mint" />
				<path d="M-4 94h198v40H-4z" className="fill-asphalt" />
				<path d="M8 116h22M48 116h22M88 116h22M128 116h22M168 116h22" stroke="#ffc62b" strokeWidth="4" />
				<path d="M52 44c-7-5-3-13 4-12-1-8 10-11 14-4 7-4 14 3 10 9 6 3 3 11-4 10H58c-3 0-5-1-6-3z" fill="#fffdf8" />
				<path d="M66 62L44 40" strokeWidth="4" />
				<path
					d="M40 96V76c0-5 3-8 8-9l18-3 14-18c2-3 4-4 8-4h22c4 0 7 1 9 4l13 19c7 1 11 5 11 12v19z"
					className="fill-brake"
				/>
				<path d="M76 64l10-13c1-2 2-2 4-2h7v15zM104 64V49h6c2 0 3 1 4 2l9 13z" className="fill-sky" />
				<path d="M42 79h9" className="stroke-taxi" strokeWidth="5" />
				<g fill="#1c1a27" stroke="#fff6e5">
					<circle cx="64" cy="96" r="11" />
					<circle cx="121" cy="96" r="11" />
				</g>
				<path d="M164 84l13 22h-26z" className="fill-taxi" />
				<path d="M164 92v6M164 102v.1" strokeWidth="3.4" />
			</g>
			<rect x="2" y="2" width="186" height="126" rx="18" fill="none" stroke="currentColor" />
		</svg>
	)
}

export function NotFoundScreen() {
	return (
		<Page
			action={
				<LinkButton to="/home" isBlock>
					{t('Back to Home')}
				</LinkButton>
			}
		>
			<PageTitle>{t('Not found')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('404 Page Not Found')}>
				{/* Translators: a joke among developers; write one that people of your language enjoy at a missing page */}
				{t('Did you forget to add the page to the router?')}
			</EmptyState>
		</Page>
	)
}
