import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import type { Reveal } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { useLatePart } from '#ui/kit/late-part.ts'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember } from '#ui/session/session-context.ts'
import { revealQuery } from './reveal.api.ts'
import type { RevealScreenProps } from './reveal-screen.tsx'

/** Loaded on demand and excluded from preloading: a claimer needs it only once. */
const revealScreen = {
	here: null as ComponentType<RevealScreenProps> | null,
	load: async () => {
		revealScreen.here ??= (await import('./reveal-screen.tsx')).RevealScreen
		return revealScreen.here
	},
}

export const loadRevealScreen = () => void revealScreen.load().catch(() => undefined)

type RevealFirstProps = { driver: VisibleUser; children: ReactNode }

/**
 * Shows the envelope of a new claim before the member's own profile. If the profile is already open, it offers the
 * envelope above it instead of interrupting the member.
 */
export function RevealFirst({ driver, children }: RevealFirstProps) {
	const waiting = useMember()?.toReveal
	const [isEnvelopeWanted, setIsEnvelopeWanted] = useState(waiting !== undefined)
	// Stores the running reveal, because after the first tear the server reports nothing to reveal.
	const [begun, setBegun] = useState<{ ghostId: UserId; reveal: Reveal } | null>(null)
	const [over, setOver] = useState<UserId | null>(null)
	const ghostId = begun?.ghostId ?? (isEnvelopeWanted ? waiting : undefined)
	const { data, isError } = useQuery({
		...revealQuery(waiting ?? 0),
		enabled: isEnvelopeWanted && waiting !== undefined && !begun,
	})
	const RevealScreen = useLatePart(revealScreen, ghostId !== undefined, () => setIsEnvelopeWanted(false))

	const isProfileShown = !begun && (ghostId === undefined || data === null || isError)
	// Not reset during this visit: later envelopes are only offered.
	if (isProfileShown && isEnvelopeWanted) setIsEnvelopeWanted(false)

	const goToProfile = () => {
		if (begun) setOver(begun.ghostId)
		setBegun(null)
		setIsEnvelopeWanted(false)
	}

	if (isProfileShown || ghostId === undefined)
		return (
			<>
				{waiting === undefined || waiting === over || data === null ? null : (
					<EnvelopeWaits onOpen={() => setIsEnvelopeWanted(true)} />
				)}
				{children}
			</>
		)
	if (!RevealScreen) return <OnItsWay onLeave={goToProfile} />
	return (
		<RevealScreen
			// Another tab may have opened this envelope, so the next one needs fresh state.
			key={ghostId}
			driver={driver}
			ghostId={ghostId}
			reveal={begun?.reveal ?? data ?? undefined}
			onBegin={(reveal) => setBegun({ ghostId, reveal })}
			onLeave={() => {
				goToProfile()
				putFocusOnProfile()
			}}
		/>
	)
}

function putFocusOnProfile() {
	requestAnimationFrame(() => {
		window.scrollTo(0, 0)
		document.getElementById('main')?.focus({ preventScroll: true })
	})
}

const EnvelopeWaits = ({ onOpen }: { onOpen: () => void }) => (
	<div className="mx-auto w-full max-w-[30rem] px-4 pt-3 pb-2">
		<Notice
			tone="info"
			title={t('An envelope came in for you')}
			action={
				<Button size="sm" onPress={onOpen}>
					{t('Open the envelope')}
				</Button>
			}
		>
			{t('It holds what the back seat said before you claimed it.')}
		</Notice>
	</div>
)

function OnItsWay({ onLeave }: { onLeave: () => void }) {
	useEffect(() => document.getElementById('main')?.focus({ preventScroll: true }), [])
	return (
		<Page
			action={
				<Button variant="quiet" size="sm" isBlock onPress={onLeave}>
					{t('To my profile')}
				</Button>
			}
		>
			<PageTitle>{t('Your Envelope')}</PageTitle>
			<Spinner label={t('Your envelope is on its way…')} />
		</Page>
	)
}
