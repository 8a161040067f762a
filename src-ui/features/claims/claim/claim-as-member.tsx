import type { Claimed, ClaimLookup } from '#contract/claims.ts'
import { ReceiptRule } from '#look/receipt.tsx'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { useClaimAsMember } from '#ui/features/claims/claims.api.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { ReceiptRest } from '#ui/kit/page/receipt-parts.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useSayWhyClaimFailed } from './claim-failure.ts'
import { ClaimLead } from './claim-lead.tsx'
import { OpenInDesktopApp } from './open-in-desktop-app.tsx'

type ClaimAsMemberProps = {
	token: string
	lookup: ClaimLookup
	ghostName: string
	member: RememberedUser
	onClaimed: (claimed: Claimed) => void
}

/** Says what will happen before it does: a claim cannot be taken back. */
export function ClaimAsMember({ token, lookup, ghostName, member, onClaimed }: ClaimAsMemberProps) {
	const session = useSession()
	const claim = useClaimAsMember(token, member.id)
	const sayWhyClaimFailed = useSayWhyClaimFailed(token)
	const submit = () =>
		claim.mutate(undefined, {
			onSuccess: (claimed) => onClaimed(claimed),
			onError: (error) => sayWhyClaimFailed(error),
		})

	return (
		<Page
			lead={<ClaimLead lookup={lookup} ghostName={ghostName} />}
			actionBelow="content"
			action={
				<>
					<PendingButton isBlock isPending={claim.isPending} onPress={submit}>
						Claim these ratings
					</PendingButton>
					<Button
						variant="quiet"
						size="sm"
						isBlock
						className="wrap-anywhere"
						isDisabled={claim.isPending}
						// The page goes on as for a newcomer; a logout that the server missed is sent to it later.
						onPress={() => void session.signOut().catch(() => undefined)}
					>
						Not {member.username}? Log out
					</Button>
				</>
			}
			aside={<OpenInDesktopApp token={token} />}
		>
			<PageTitle>You've Been Rated</PageTitle>
			<ReceiptRest>
				<ReceiptRule />
				<div className="flex items-center gap-3">
					<Avatar avatarId={member.avatarId} name={member.username} />
					<p className="min-w-0 wrap-anywhere">
						You are riding as <strong>{member.username}</strong>.
					</p>
				</div>
				<ul className="mt-4 flex list-disc flex-col gap-1.5 pl-5">
					<li>Everything said about {ghostName} moves to your profile.</li>
					<li>Old links to this driver lead to you from then on.</li>
					<li>Ratings you gave this driver yourself are dropped. Nice try.</li>
					<li>There is no reverse gear: this cannot be undone.</li>
				</ul>
			</ReceiptRest>
		</Page>
	)
}
