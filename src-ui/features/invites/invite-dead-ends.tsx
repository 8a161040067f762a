import { t } from '#contract/text.ts'
import { OnlyThisComputer, useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { SharingButtons } from '#ui/kit/sharing/sharing-buttons.tsx'
import { T } from '#ui/kit/t.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useSession } from '#ui/session/session-context.ts'

/** The server does not reveal if the invitation is used up, expired, revoked or unknown. */
export function InviteRefused({ words, isMember }: { words: string; isMember: boolean }) {
	return (
		<Page
			action={
				<>
					<LinkButton to="/" isBlock>
						{t('Back to Home')}
					</LinkButton>
					{isMember ? null : (
						<LinkButton to="/auth" variant="secondary" isBlock>
							{t('Log In')}
						</LinkButton>
					)}
				</>
			}
		>
			<PageTitle>{t('Invitation Not Valid')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('This ride has left')}>
				<p>{words}</p>
				<p className="mt-2">{t('Ask whoever sent it to you for a new one.')}</p>
			</EmptyState>
		</Page>
	)
}

type InviteForMemberProps = { member: RememberedUser; isSetup: boolean; code: string }

/** A member needs no invitation, and opening one does not use it. */
export function InviteForMember({ member, isSetup, code }: InviteForMemberProps) {
	const session = useSession()
	return (
		<Page
			action={
				<>
					<LinkButton to="/" isBlock>
						{t('Back to Home')}
					</LinkButton>
					<Button
						variant="quiet"
						size="sm"
						isBlock
						// The page then shows the newcomer's form. A logout that the server missed is retried later.
						onPress={() => void session.signOut().catch(() => undefined)}
					>
						{t('Not {username}? Log out', { username: member.username })}
					</Button>
				</>
			}
		>
			<PageTitle>{t('You Have a Seat Already')}</PageTitle>
			<EmptyState
				headingLevel="h1"
				art={<Avatar avatarId={member.avatarId} name={member.username} size="xl" />}
				title={t('You have a seat already')}
			>
				<p>
					<T
						text="You are riding as <b>{username}</b>, and one seat is enough."
						b={<strong className="text-ink" />}
						username={member.username}
					/>
				</p>
				{isSetup ? (
					<p className="mt-2">
						{t(
							'This set-up link makes a new account that is host, and looking at it has used nothing up. To make your own account host instead, type this where Backseat was started:',
						)}{' '}
						<code dir="ltr" className="wrap-anywhere">
							backseat user host {member.username} on
						</code>
					</p>
				) : (
					<p className="mt-2">
						{t('Looking at this invitation has used nothing up: it stays good for somebody else.')}
					</p>
				)}
			</EmptyState>
			{isSetup ? null : <HandItOn code={code} />}
		</Page>
	)
}

function HandItOn({ code }: { code: string }) {
	const { address, isThisMachineOnly } = useAddressForOthers()
	const link = `${address}/invite/${code}`
	return (
		<div className="mt-6 flex flex-col gap-3">
			<SharingButtons
				what={{ title: t('An invitation to Backseat'), text: t('There is a seat for you on Backseat:'), url: link }}
				codeTitle={t('An invitation to Backseat')}
			/>
			{isThisMachineOnly ? <OnlyThisComputer /> : null}
		</div>
	)
}
