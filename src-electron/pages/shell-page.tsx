import { type ComponentType, useEffect } from 'react'
import { t } from '#contract/text.ts'
import type { ShellPage } from '#desktop/shell/shell-channels.ts'
import { ClaimLinkPage } from './screens/claim-link-page.tsx'
import { AwayPage, RideAlongPage } from './screens/friend-pages.tsx'
import { LetTheCarInPage } from './screens/let-the-car-in-page.tsx'
import { StartingPage, TroublePage } from './screens/own-server-pages.tsx'
import { UpdatesPage } from './screens/updates-page.tsx'
import { type PageProps, type ShellStore, useShellState } from './shell-store.ts'

const pages: Record<ShellPage, { view: ComponentType<PageProps>; title?: string }> = {
	starting: { view: StartingPage },
	trouble: { view: TroublePage, title: t('Engine trouble') },
	away: { view: AwayPage, title: t('Nobody answers') },
	'let-the-car-in': { view: LetTheCarInPage, title: t('Let the car in') },
	'ride-along': { view: RideAlongPage, title: t('Ride along') },
	'claim-link': { view: ClaimLinkPage, title: t('Claim link') },
	updates: { view: UpdatesPage, title: t('Updates') },
}

export function titleOf(page: ShellPage): string {
	const { title } = pages[page]
	return title ? `${title} · Backseat` : 'Backseat'
}

/** The window behind these pages may be empty; a stray Escape must not close the only visible window. */
const staying: ShellPage[] = ['starting', 'trouble', 'away']

export function ShellPageView({ page, store }: { page: ShellPage; store: ShellStore }) {
	const state = useShellState(store)

	useEffect(() => {
		if (staying.includes(page)) return
		const closeOnEscape = (event: KeyboardEvent) => {
			// While an input method composes a character, Escape belongs to it.
			if (event.key === 'Escape' && !event.isComposing) void store.act({ do: 'close' })
		}
		window.addEventListener('keydown', closeOnEscape)
		return () => window.removeEventListener('keydown', closeOnEscape)
	}, [page, store])

	const { view: Page } = pages[page]
	return state && <Page state={state} act={store.act} />
}
