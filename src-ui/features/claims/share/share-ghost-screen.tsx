import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UserId } from '#contract/ids.ts'
import { t } from '#contract/text.ts'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { ShareClaimLink } from './share-claim-link.tsx'

export function ShareGhostScreen({ ghostId }: { ghostId: UserId }) {
	const { data: ghost } = useSuspenseQuery(userQuery(ghostId))
	if (!ghost?.isGhost)
		return (
			<NothingToShare title={t('Driver Not Found')}>
				{t("The driver you're looking for doesn't exist or isn't a ghost driver.")}
			</NothingToShare>
		)
	const name = ghost.display_name ?? ghost.username
	if (ghost.claimedById)
		return (
			<NothingToShare title={t('Seat Already Taken')} profileId={ghost.claimedById}>
				{t('{name} has claimed these ratings. The link has done its job.', { name })}
			</NothingToShare>
		)
	if (!ghost.ghostClaimToken)
		return (
			<NothingToShare title={t('Not Your Link to Share')} profileId={ghost.id}>
				{t(
					'Only whoever added {name} is sure to see the claim link. Members who rated a ride often do too: log in if that is you.',
					{ name },
				)}
			</NothingToShare>
		)
	return <ShareClaimLink ghost={ghost} token={ghost.ghostClaimToken} />
}

type NothingToShareProps = { title: string; children: ReactNode; profileId?: UserId }

function NothingToShare({ title, children, profileId }: NothingToShareProps) {
	return (
		<Page
			action={
				<>
					<LinkButton to="/home" isBlock>
						{t('Go Home')}
					</LinkButton>
					{profileId ? (
						<LinkButton to="/profile/$id" params={{ id: profileId }} isBlock variant="secondary">
							{t('View Driver Profile')}
						</LinkButton>
					) : null}
				</>
			}
		>
			<PageTitle>{title}</PageTitle>
			<EmptyState headingLevel="h1" title={title}>
				{children}
			</EmptyState>
		</Page>
	)
}
