import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '#look/class-names.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { EveningPost } from '#ui/features/news/evening-post.tsx'
import { Connections } from '#ui/features/sign-in/oidc/connections.tsx'
import { Credentials } from '#ui/features/sign-in/passkeys/credentials.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { BackLink, ExternalLinkButton, LinkButton } from '#ui/kit/navigation/link.tsx'
import { CenterLine } from '#ui/kit/page/center-line.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangeLook } from './change-look.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ownDataAddress } from './own-account.api.ts'
import { SignedInPlaces } from './signed-in-places.tsx'

export function SettingsScreen() {
	const viewer = useViewer()
	const [hasLeft, setHasLeft] = useState(false)
	if (hasLeft) return <OnTheWayOut />
	if (viewer.kind === 'visitor') return <VisitorsHaveNone />
	if (viewer.kind === 'lost') return <LostHaveNone />
	// Stays open after the session ended, to keep unsaved input.
	return <Settings key={viewer.user.id} me={viewer.user} onLeft={() => setHasLeft(true)} />
}

function Settings({ me, onLeft }: { me: RememberedUser; onLeft: () => void }) {
	const { data: instance } = useQuery(instanceQuery)
	return (
		<Page
			lead={
				<>
					<BackLink to="/home" label="Back to Home" />
					<h1>Settings</h1>
					<p className="mt-2 text-muted">Your face, your keys, your logbook, and the way out.</p>
					<Divider />
					<ChangeLook me={me} />
					<Divider />
				</>
			}
			aside={
				<>
					<OwnDataDownloads me={me} />
					<Divider />
					<DeleteAccount me={me} onLeft={onLeft} />
				</>
			}
		>
			<PageTitle>Settings</PageTitle>
			<Credentials me={me}>
				<Connections me={me} />
				<ChangePassword me={me} />
			</Credentials>
			<Divider />
			<ChangeEmail me={me} />
			<Divider />
			{instance?.push || instance?.mail ? (
				<>
					<EveningPost me={me.id} instance={instance} />
					<Divider />
				</>
			) : null}
			<SignedInPlaces me={me} />
			<Divider className="md:hidden" />
		</Page>
	)
}

function OwnDataDownloads({ me }: { me: RememberedUser }) {
	return (
		<section aria-labelledby="own-data">
			<h2 id="own-data">Your data</h2>
			<p className="mt-1.5 mb-4 text-muted">
				The whole logbook: your account, the ratings you gave and got, and your drivers. CSV is the ratings alone, for
				spreadsheets.
			</p>
			{/* Real links, so that the browser streams the file to disk. */}
			<div className="button-pair">
				<ExternalLinkButton href={ownDataAddress(me.id, 'json')} download variant="secondary" size="sm">
					Download JSON
				</ExternalLinkButton>
				<ExternalLinkButton href={ownDataAddress(me.id, 'csv')} download variant="secondary" size="sm">
					Download CSV
				</ExternalLinkButton>
			</div>
		</section>
	)
}

const Divider = ({ className }: { className?: string }) => <CenterLine className={classNames('my-7', className)} />

function VisitorsHaveNone() {
	return (
		<Page
			action={
				<>
					<LinkButton to="/auth" isBlock>
						Login or Sign Up
					</LinkButton>
					<BackToHome />
				</>
			}
		>
			<PageTitle>Settings</PageTitle>
			<h1>Settings</h1>
			<EmptyState title="You must be logged in">
				Nobody adjusts the mirrors from the pavement. Get in first, then everything here is yours to set.
			</EmptyState>
		</Page>
	)
}

function LostHaveNone() {
	return (
		<Page action={<BackToHome />}>
			<PageTitle>Settings</PageTitle>
			<div className="flex flex-col gap-5">
				<h1>Settings</h1>
				<Notice tone="warn">Your account needs to be recreated. Add a driver to fix this issue.</Notice>
			</div>
		</Page>
	)
}

const BackToHome = () => (
	<LinkButton to="/home" variant="secondary" isBlock>
		Back to Home
	</LinkButton>
)

function OnTheWayOut() {
	return (
		<Page>
			<PageTitle>Goodbye</PageTitle>
			<h1 className="sr-only">Goodbye</h1>
			<Spinner label="Dropping you off..." />
		</Page>
	)
}
