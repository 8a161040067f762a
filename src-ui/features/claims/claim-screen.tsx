import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ClaimLookup } from '#contract/claims.ts'
import { useMember } from '#ui/features/accounts/session.ts'
import { track } from '#ui/features/analytics/track.ts'
import { EmptyState } from '#ui/kit/empty-state.tsx'
import { LinkButton } from '#ui/kit/link.tsx'
import { Page } from '#ui/kit/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { ClaimAsMember } from './claim-as-member.tsx'
import { ClaimDone } from './claim-done.tsx'
import { ClaimForNewcomer } from './claim-for-newcomer.tsx'
import { type ClaimOutcome, claimLookupQuery } from './claims.api.ts'

export function ClaimScreen({ token }: { token: string }) {
	const [outcome, setOutcome] = useState<ClaimOutcome | null>(null)
	// Nobody looks a used link up again: success would turn into 'not found' under their eyes.
	if (outcome) return <ClaimDone outcome={outcome} />
	return <OpenClaim token={token} onClaimed={setOutcome} />
}

type OpenClaimProps = { token: string; onClaimed: (outcome: ClaimOutcome) => void }

function OpenClaim({ token, onClaimed }: OpenClaimProps) {
	const { data: lookup } = useSuspenseQuery(claimLookupQuery(token))
	const member = useMember()
	useClaimLinkViewed(lookup)
	if (!lookup) return <InvalidLink />
	const props = { token, lookup, onClaimed }
	return member ? <ClaimAsMember {...props} member={member} /> : <ClaimForNewcomer {...props} />
}

/** Without the token: whoever reads the events must not be able to claim. */
function useClaimLinkViewed(lookup: ClaimLookup | null) {
	// As it was on arrival, however often the numbers are refreshed.
	const [visit] = useState({ is_valid: lookup !== null, ratings_count: lookup?.ratingsCount ?? null })
	useEffect(() => track('ghost_claim_link_viewed', visit), [visit])
}

function InvalidLink() {
	return (
		<Page
			action={
				<LinkButton to="/" isBlock>
					Back to Home
				</LinkButton>
			}
		>
			<PageTitle>Profile Not Found</PageTitle>
			<EmptyState headingLevel="h1" title="Profile Not Found">
				This claim link is invalid or has already been used.
			</EmptyState>
		</Page>
	)
}
