import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnUser } from '#contract/accounts.ts'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptLine, ReceiptLines } from '#look/receipt.tsx'
import { placeAfterAuth } from '#ui/features/sign-in/after-auth.ts'
import { SignUpForm } from '#ui/features/sign-in/sign-up/sign-up-form.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { CenterLine } from '#ui/kit/page/center-line.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { hasStatus } from '#ui/platform/api-client.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { noteHomeShape } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import type { Viewer } from '#ui/session/viewer.ts'
import { InviteForMember, InviteRefused } from './invite-dead-ends.tsx'
import { inviteQuery } from './invites.api.ts'

export function InviteScreen({ code }: { code: string }) {
	const { data: lookup } = useSuspenseQuery(inviteQuery(code))
	const viewer = useViewer()
	const [hasSignedUp, setHasSignedUp] = useState(false)
	const navigate = useNavigate()

	const goOn = ({ id }: OwnUser) => {
		setHasSignedUp(true)
		if (lookup.found?.isSetup) noteHomeShape({ space: 'steps' })
		// Replaces the history entry, because 'back' would lead to a used invitation.
		void navigate({ ...placeAfterAuth({}, id, false), replace: true })
	}

	if (!lookup.found) return <InviteRefused words={lookup.words} isMember={viewer.kind === 'member'} />
	// A member who has just signed up here is about to leave the screen.
	if (viewer.kind === 'member' && !hasSignedUp)
		return <InviteForMember member={viewer.user} isSetup={lookup.found.isSetup} code={code} />
	return <InviteForNewcomer code={code} isSetup={lookup.found.isSetup} viewer={viewer} onDone={goOn} />
}

type InviteForNewcomerProps = {
	code: string
	isSetup: boolean
	viewer: Viewer
	onDone: (user: OwnUser) => void
}

function InviteForNewcomer({ code, isSetup, viewer, onDone }: InviteForNewcomerProps) {
	const queryClient = useQueryClient()
	// A member whose account was lost may return with an invitation and keeps their username.
	const [username, setUsername] = useState(viewer.kind === 'lost' ? viewer.user.username : '')
	const { title, welcome } = isSetup ? host : invited

	const askAgainIfRefused = (error: unknown) => {
		if (hasStatus(error, 403))
			void queryClient.fetchQuery({ ...inviteQuery(code), staleTime: 0 }).catch(() => undefined)
	}

	return (
		<Page>
			<PageTitle>{title}</PageTitle>
			<h1>{title}</h1>
			<p className="mt-2 mb-5 text-muted">{welcome}</p>
			{isSetup ? null : <SeatTicket />}
			<SignUpForm
				username={username}
				onUsernameChange={setUsername}
				invite={code}
				isSetup={isSetup}
				onDone={onDone}
				onRefused={askAgainIfRefused}
			/>
			{isSetup ? null : (
				<>
					<CenterLine className="mt-7 mb-3" />
					<p className="text-center">
						{t('Already on Backseat?')}{' '}
						<TextLink to="/auth" className="inline-flex min-h-11 items-center px-1">
							{t('Log in')}
						</TextLink>
					</p>
				</>
			)}
		</Page>
	)
}

function SeatTicket() {
	return (
		<div className="my-8">
			<Receipt torn="both">
				<ReceiptLines>
					<ReceiptLine label={t('Seat')} value={t('in the back')} />
					<ReceiptLine label={t('Reserved for')} value={t('you')} />
					<ReceiptLine label={t('Fare')} value={t('your opinions')} />
				</ReceiptLines>
			</Receipt>
		</div>
	)
}

const invited = {
	title: t("You're Invited"),
	welcome: t('Somebody saved you a seat in Backseat, the app for rating rides from friends and family.'),
}

const host = {
	title: t('You take the wheel'),
	welcome: t(
		'The account you make here is host: it looks after this Backseat and everybody who gets in. This link works once. Crumbs on the seats are your business from now on.',
	),
}
