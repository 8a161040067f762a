import type { UseMutationResult } from '@tanstack/react-query'
import { t } from '#contract/text.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useStopNews, useVerifyEmail } from './news.api.ts'

/*
 * Landing pages for links in mails. Opening one changes nothing, because mail scanners open links long before their
 * readers do.
 */

export const VerifyEmailScreen = ({ token }: { token: string }) => (
	<MailLinkScreen
		act={useVerifyEmail(token)}
		title={t('Your Address')}
		asks={{
			heading: t('Is this your mailbox?'),
			words: t(
				'If you asked for this link, one tap shows us that the address is yours. If you did not, close this page.',
			),
			button: t('Yes, that is my address'),
		}}
		done={{ heading: t('Your news knows the way'), words: t('Your address is verified. Your settings have the rest.') }}
		failed={t('Address not verified')}
		isForMembers
	/>
)

export const UnsubscribeScreen = ({ token }: { token: string }) => (
	<MailLinkScreen
		act={useStopNews(token)}
		title={t('News')}
		asks={{
			heading: t('No more news?'),
			words: t('Then no news comes by mail any more. A phone that rings goes on ringing.'),
			button: t('Stop the news'),
		}}
		done={{
			heading: t('The news has stopped'),
			words: t('Nothing comes by mail any more. Your settings can start it again.'),
		}}
		failed={t('The news has not stopped')}
	/>
)

type MailLinkScreenProps = {
	act: UseMutationResult<unknown, unknown, void>
	title: string
	asks: { heading: string; words: string; button: string }
	done: { heading: string; words: string }
	failed: string
	isForMembers?: boolean
}

function MailLinkScreen({ act, title, asks, done, failed, isForMembers = false }: MailLinkScreenProps) {
	if (act.isSuccess) return <LastWords title={title} {...done} isForMembers={isForMembers} />
	if (hasStatus(act.error, 404))
		return <LastWords title={title} heading={t('This link has expired')} words={serverMessage(act.error, DEAD)} />
	const press = () =>
		act.mutate(undefined, {
			onError: (error) => {
				const description = serverMessage(error, t('Nothing has changed. Please try again.'))
				if (!hasStatus(error, 404)) toast({ variant: 'destructive', title: failed, description })
			},
		})
	return (
		<Page
			action={
				<PendingButton isBlock isPending={act.isPending} onPress={press}>
					{act.isPending ? t('One moment...') : asks.button}
				</PendingButton>
			}
		>
			<PageTitle>{title}</PageTitle>
			<EmptyState headingLevel="h1" art={<Letter />} title={asks.heading}>
				<p className="text-balance">{asks.words}</p>
			</EmptyState>
		</Page>
	)
}

const DEAD = t('This link is invalid, has been used, or has expired.')

type LastWordsProps = { title: string; heading: string; words: string; isForMembers?: boolean }

function LastWords({ title, heading, words, isForMembers = false }: LastWordsProps) {
	return (
		<Page
			action={
				<>
					{isForMembers ? (
						<LinkButton to="/settings" isBlock>
							{t('Open Settings')}
						</LinkButton>
					) : null}
					<LinkButton to="/home" variant={isForMembers ? 'secondary' : 'primary'} isBlock>
						{t('Back to Home')}
					</LinkButton>
				</>
			}
		>
			<PageTitle>{title}</PageTitle>
			{/* Announces the result, because the focused button has unmounted. */}
			<div role="status">
				<EmptyState headingLevel="h1" art={<Letter />} title={heading}>
					<p className="text-balance">{words}</p>
				</EmptyState>
			</div>
		</Page>
	)
}

const Letter = () => (
	<svg aria-hidden="true" width="160" height="112" viewBox="0 0 160 112" className="text-outline">
		<g stroke="currentColor" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round">
			<rect x="6" y="6" width="148" height="100" rx="12" className="fill-surface" />
			<rect x="112" y="20" width="26" height="30" rx="3" className="fill-taxi" />
			<path d="M78 26c4-4 8-4 12 0s8 4 12 0M78 35c4-4 8-4 12 0s8 4 12 0M78 44c4-4 8-4 12 0s8 4 12 0" fill="none" />
			<path d="M24 72h58M24 86h36" strokeWidth="4" />
		</g>
	</svg>
)
