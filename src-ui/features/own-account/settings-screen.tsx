import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { UserId } from '#contract/ids.ts'
import { offeredLanguages } from '#contract/languages.ts'
import { t, tn } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { LanguageChoice, languageNote } from '#ui/features/language/language-choice.tsx'
import { canBringNews, NewsChoices, useNewsNote } from '#ui/features/news/news-choices.tsx'
import { Connections, calledHere } from '#ui/features/sign-in/oidc/connections.tsx'
import { Passkeys } from '#ui/features/sign-in/passkeys/credentials.tsx'
import { credentialsQuery, useCanUsePasskeys } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { TryAgain } from '#ui/kit/button.tsx'
import { DisclosureRow } from '#ui/kit/disclosure-row.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { Notice, Skeleton } from '#ui/kit/feedback/notice.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { BackLink, ExternalLinkButton, LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import { BringVerdicts } from './bring-verdicts.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangeLook } from './change-look.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ownDataAddress, sessionsQuery } from './own-account.api.ts'
import { SIGNED_IN_HEADING, SignedInPlaces } from './signed-in-places.tsx'
import { accessTokensQuery } from './tokens/access-tokens.api.ts'
import type { AccessTokensProps } from './tokens/access-tokens.tsx'

/** `languages` are those offered, for tests. */
export function SettingsScreen({ languages = offeredLanguages }: { languages?: typeof offeredLanguages }) {
	const viewer = useViewer()
	const [hasLeft, setHasLeft] = useState(false)
	if (hasLeft) return <OnTheWayOut />
	if (viewer.kind === 'visitor') return <VisitorsHaveNone />
	if (viewer.kind === 'lost') return <LostHaveNone />
	// Stays open after the session ended, to keep unsaved input.
	return <Settings key={viewer.user.id} me={viewer.user} languages={languages} onLeft={() => setHasLeft(true)} />
}

type Row = 'look' | 'ways-in' | 'email' | 'language' | 'news' | 'sessions' | 'tokens' | 'data' | 'bring' | 'leave'

type SettingsProps = { me: RememberedUser; languages: typeof offeredLanguages; onLeft: () => void }

function Settings({ me, languages, onLeft }: SettingsProps) {
	const { data: instance } = useQuery(instanceQuery)
	const viewer = useViewer()
	// One at a time, so that there is never more than one yellow button.
	const [opened, setOpened] = useState<Row | null>(null)
	const hasNews = instance !== undefined && canBringNews(instance)
	const waysIn = useWaysInNote(me)
	const news = useNewsNote(me.id, hasNews)
	const sessions = useSessionsNote(me.id)
	const tokens = useTokensNote(me.id)
	const email = viewer.kind === 'member' ? viewer.user.email : undefined
	const row = (name: Row) => ({
		isOpen: opened === name,
		onToggle: () => setOpened(opened === name ? null : name),
	})
	const leaveAddress = () => {
		flushSync(() => setOpened('email'))
		document.querySelector<HTMLElement>('main [type="email"]')?.focus()
	}
	return (
		<Page>
			<PageTitle>{t('Settings')}</PageTitle>
			<div className="mb-4 flex items-start gap-1">
				<BackLink to="/home" label={t('Back to Home')} />
				<div>
					<h1>{t('Settings')}</h1>
					<p className="mt-1.5 text-muted">{t('Your face, your keys, your logbook, and the way out.')}</p>
				</div>
			</div>
			<DisclosureRow title={t('Your face and name')} note={me.display_name ?? me.username} {...row('look')}>
				<ChangeLook me={me} />
			</DisclosureRow>
			{/* Translators: passwords, passkeys and connected accounts */}
			<DisclosureRow title={t('Ways in')} note={waysIn} {...row('ways-in')}>
				<Passkeys me={me} />
				<Connections me={me} />
				<ChangePassword me={me} />
			</DisclosureRow>
			<DisclosureRow
				title={t('Your e-mail')}
				note={email === null ? t('None', { context: 'e-mail address' }) : email}
				{...row('email')}
			>
				<ChangeEmail me={me} />
			</DisclosureRow>
			{languages.length > 1 ? (
				<DisclosureRow title={t('Language')} note={languageNote(languages)} {...row('language')}>
					<LanguageChoice me={me.id} offered={languages} />
				</DisclosureRow>
			) : null}
			{hasNews ? (
				<DisclosureRow title={t('News')} note={news} {...row('news')}>
					<NewsChoices me={me.id} instance={instance} onLeaveAddress={leaveAddress} />
				</DisclosureRow>
			) : null}
			<DisclosureRow title={SIGNED_IN_HEADING} note={sessions} {...row('sessions')}>
				<SignedInPlaces me={me} />
			</DisclosureRow>
			<DisclosureRow title={t('Read-only tokens')} note={tokens} {...row('tokens')}>
				<LateAccessTokens me={me} />
			</DisclosureRow>
			<DisclosureRow title={t('Your data')} {...row('data')}>
				<OwnDataDownloads me={me} />
			</DisclosureRow>
			<DisclosureRow title={t('Bring my verdicts')} {...row('bring')}>
				<BringVerdicts me={me} />
			</DisclosureRow>
			{/* Translators: the part of Settings in which members delete their account */}
			<DisclosureRow title={t('Leave')} {...row('leave')}>
				<DeleteAccount me={me} onLeft={onLeft} />
			</DisclosureRow>
		</Page>
	)
}

/** 'Password · 2 passkeys'; leaves out what opens nothing at this address. */
function useWaysInNote(me: RememberedUser): string | undefined {
	const { data } = useQuery(credentialsQuery(me.id))
	const { data: instance } = useQuery(instanceQuery)
	const canUsePasskeys = useCanUsePasskeys()
	if (!data || !instance) return undefined
	const { hasPassword, passkeys, identities } = data
	const ways = identities.map(calledHere)
	if (canUsePasskeys && passkeys.length > 0) ways.unshift(tn('# passkey', '# passkeys', passkeys.length))
	if (hasPassword && instance.signIn.password) ways.unshift(t('Password'))
	return ways.join(' · ')
}

function useSessionsNote(me: UserId): string | undefined {
	const count = useQuery(sessionsQuery(me)).data?.length
	if (count === undefined) return undefined
	return tn('Only here', '# places', count)
}

function useTokensNote(me: UserId): string | undefined {
	const count = useQuery(accessTokensQuery(me)).data?.length
	if (count === undefined) return undefined
	return count === 0 ? t('None', { context: 'read-only tokens' }) : `${count}`
}

const accessTokens = latePart<AccessTokensProps>(() =>
	import('./tokens/access-tokens.tsx').then(({ AccessTokens }) => AccessTokens),
)

/** Few members have a dashboard, so its code is not part of the screen. */
function LateAccessTokens({ me }: AccessTokensProps) {
	const [isMissing, setIsMissing] = useState(false)
	const AccessTokens = useLatePart(accessTokens, !isMissing, () => setIsMissing(true))
	if (AccessTokens) return <AccessTokens me={me} />
	if (!isMissing) return <Skeleton className="h-14 w-full" />
	return (
		<Notice tone="error" title={t('The token box is jammed')} action={<TryAgain onPress={() => setIsMissing(false)} />}>
			{t('This part of the page could not be loaded just now.')}
		</Notice>
	)
}

function OwnDataDownloads({ me }: { me: RememberedUser }) {
	return (
		<>
			<p className="mb-4 text-muted">
				{t(
					'The whole logbook: your account, the ratings you gave and got, and your drivers. CSV is the ratings alone, for spreadsheets.',
				)}
			</p>
			{/* Real links, so that the browser streams the file to disk. */}
			<div className="button-pair">
				<ExternalLinkButton href={ownDataAddress(me.id, 'json')} download variant="secondary" size="sm">
					{t('Download JSON')}
				</ExternalLinkButton>
				<ExternalLinkButton href={ownDataAddress(me.id, 'csv')} download variant="secondary" size="sm">
					{t('Download CSV')}
				</ExternalLinkButton>
			</div>
		</>
	)
}

function VisitorsHaveNone() {
	return (
		<Page
			action={
				<>
					<LinkButton to="/auth" isBlock>
						{t('Login or Sign Up')}
					</LinkButton>
					<BackToHome />
				</>
			}
		>
			<PageTitle>{t('Settings')}</PageTitle>
			<h1>{t('Settings')}</h1>
			<EmptyState title={t('You must be logged in')}>
				{t('Nobody adjusts the mirrors from the pavement. Get in first, then everything here is yours to set.')}
			</EmptyState>
		</Page>
	)
}

function LostHaveNone() {
	return (
		<Page action={<BackToHome />}>
			<PageTitle>{t('Settings')}</PageTitle>
			<div className="flex flex-col gap-5">
				<h1>{t('Settings')}</h1>
				<Notice tone="warn">{t('Your account needs to be recreated. Add a driver to fix this issue.')}</Notice>
			</div>
		</Page>
	)
}

const BackToHome = () => (
	<LinkButton to="/home" variant="secondary" isBlock>
		{t('Back to Home')}
	</LinkButton>
)

function OnTheWayOut() {
	return (
		<Page>
			<PageTitle>{t('Goodbye')}</PageTitle>
			<h1 className="sr-only">{t('Goodbye')}</h1>
			<Spinner label={t('Dropping you off...')} />
		</Page>
	)
}
