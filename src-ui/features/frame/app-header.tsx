import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { logInOrSignUp } from '#contract/first-words/frame.ts'
import { listed, t, tn } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import type { SwitchesProps } from '#ui/features/language/switches.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { CaretIcon } from '#ui/kit/icons.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { BareLink, LinkButton } from '#ui/kit/navigation/link.tsx'
import { Menu } from '#ui/kit/overlays/menu.tsx'
import { ThemeSwitch, useThemeMenuPart } from '#ui/kit/theme/theme-switch.tsx'
import { Wordmark } from '#ui/kit/wordmark.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useSession, useViewer } from '#ui/session/session-context.ts'
import type { Viewer } from '#ui/session/viewer.ts'

export function AppHeader() {
	const viewer = useViewer()
	// A member whose account was lost keeps the menu until they recreate the account or log out.
	const isSomebody = viewer.kind === 'member' || viewer.kind === 'lost'
	return (
		<HeaderBar
			start={
				<BareLink to="/home" className="home-link">
					<Wordmark />
				</BareLink>
			}
			end={isSomebody ? <AccountMenu viewer={viewer} /> : <VisitorCorner />}
		/>
	)
}

function VisitorCorner() {
	const track = useTrack()
	return (
		<>
			<div className="theme-place">
				<LateSwitches />
			</div>
			<LinkButton
				to="/auth"
				size="sm"
				className="log-in-link"
				onClick={() => track('login_signup_clicked', { source: 'header' })}
			>
				{logInOrSignUp()}
			</LinkButton>
		</>
	)
}

const switches = latePart<SwitchesProps>(() =>
	import('#ui/features/language/switches.tsx').then(({ Switches }) => Switches),
)

function LateSwitches() {
	const [isMissing, setIsMissing] = useState(false)
	const Switches = useLatePart(switches, !isMissing, () => setIsMissing(true))
	if (Switches) return <Switches />
	// As in the first words (src-server/http/first-words/frame.ts).
	return isMissing ? <ThemeSwitch /> : <span className="icon-button" />
}

function AccountMenu({ viewer }: { viewer: Exclude<Viewer, { kind: 'visitor' }> }) {
	const { user } = viewer
	const navigate = useNavigate()
	const session = useSession()
	const themePart = useThemeMenuPart()
	const { unseen = 0, newReplies, reportsWaiting } = viewer.kind === 'member' ? viewer.user : {}
	const reports = reportsInWords(reportsWaiting)
	const answers = answersInWords(newReplies)
	// Translators: read out after the member's name, in brackets
	const news = listed([unseen > 0 ? t('new ratings') : '', answers, reports].filter(Boolean))

	const logOut = async () => {
		try {
			await session.signOut()
			toast({ title: t('Logged out'), description: t('You have been successfully logged out.') })
		} catch (error) {
			const description = serverMessage(error, error instanceof Error ? error.message : t('Please try again.'))
			toast({ title: t('Logout failed'), description, variant: 'destructive' })
		}
		await navigate({ to: '/home' })
	}
	const profile = {
		id: 'profile',
		label: t('Profile'),
		onAction: () => void navigate({ to: '/profile/$id', params: { id: user.id } }),
	}
	const verdicts = {
		id: 'verdicts',
		label: t('My verdicts'),
		note: answers,
		onAction: () => void navigate({ to: '/verdicts' }),
	}
	// Translators: a screen with what the member keeps, as in the glovebox of a car
	const glovebox = { id: 'glovebox', label: t('Glovebox'), onAction: () => void navigate({ to: '/glovebox' }) }
	const host = {
		id: 'host',
		// Translators: the pages of hosts, who look after this Backseat
		label: t('Behind the wheel'),
		note: reports,
		onAction: () => void navigate({ to: '/host' }),
	}
	const settings = { id: 'settings', label: t('Settings'), onAction: () => void navigate({ to: '/settings' }) }
	const logout = { id: 'logout', label: t('Log out'), onAction: () => void logOut() }

	return (
		<Menu
			label={t('My Account')}
			sections={[
				{
					title: t('My Account'),
					items: [
						...(viewer.kind === 'member' ? [profile, verdicts, glovebox, settings] : []),
						...(viewer.kind === 'member' && viewer.user.isHost ? [host] : []),
						logout,
					],
				},
				themePart,
			]}
			trigger={(props) => (
				<Button {...props} variant="quiet" size="sm" className="account-button">
					<Avatar avatarId={user.avatarId} name={user.username} size="sm" className={news && 'avatar-news'} />
					<span className="account-name">{user.username}</span>
					{news ? <span className="sr-only">({news})</span> : null}
					<CaretIcon size={16} />
				</Button>
			)}
		/>
	)
}

const reportsInWords = (waiting = 0) => (waiting ? tn('# report waits', '# reports wait', waiting) : '')

const answersInWords = (count = 0) => (count ? tn('# new answer', '# new answers', count) : '')

function HeaderBar({ start, end }: { start: ReactNode; end: ReactNode }) {
	return (
		<header className="header-bar">
			<div className="header-bar-row">
				<div>{start}</div>
				<div className="header-bar-end">{end}</div>
			</div>
		</header>
	)
}
