import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { PublicUser } from '#contract/public-user.ts'
import type { Wrapped } from '#contract/receipts.ts'
import { t } from '#contract/text.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Loaded, Spinner } from '#ui/kit/feedback/loaded.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember } from '#ui/session/session-context.ts'
import { BackToHome, MembersOnly, useRecheckIfRefused } from './members-only.tsx'
import { wrappedQuery } from './receipts.api.ts'
import { Story } from './story.tsx'
import { cardsOf } from './story-cards.tsx'

const TITLE = t('Your year in the back seat')

export function WrappedScreen() {
	// Read here, because a route's validation would be in every page's bundle; the server rejects invalid years.
	const year = useSearch({ strict: false, select: yearIn })
	return (
		<MembersOnly title={TITLE} next={year === undefined ? '/wrapped' : `/wrapped?year=${year}`}>
			<PageTitle>{year === undefined ? TITLE : t('Your year in the back seat: {year}', { year })}</PageTitle>
			<Year key={year} year={year} />
		</MembersOnly>
	)
}

const yearIn = (search: object) => ('year' in search ? String(search.year) : undefined)

function Year({ year }: { year: string | undefined }) {
	const me = useMember()
	const query = useQuery(wrappedQuery(year))
	useRecheckIfRefused(query.error)
	if (query.data && me) return <YearTold wrapped={query.data} me={{ isGhost: false, claimedById: null, ...me }} />
	if (query.data === null) return <NoSuchYear />
	return (
		<Page>
			<Loaded
				query={query}
				onTheWay={<Spinner label={t('Rewinding the year...')} />}
				failed={(error) => ({
					title: t('The tape is stuck'),
					text: serverMessage(error, t('Your year did not arrive. It is safe; please try again.')),
				})}
			>
				{() => null}
			</Loaded>
		</Page>
	)
}

function YearTold({ wrapped, me }: { wrapped: Wrapped; me: PublicUser }) {
	const { year, group, own } = wrapped
	if (!group && !own.driving && !own.judging) return <ParkedYear year={year} />
	return <Story title={t('Your year in the back seat, {year}', { year })} cards={cardsOf(wrapped, me)} />
}

const ParkedYear = ({ year }: { year: number }) => (
	<Page action={<BackToHome />}>
		<EmptyState
			headingLevel="h1"
			title={t('{year} was parked', { year })}
			action={<LinkButton to="/home">{t('Rate a ride')}</LinkButton>}
		>
			{t('Fewer than three rides were told in it, and that is no story yet. The road is still there.')}
		</EmptyState>
	</Page>
)

const NoSuchYear = () => (
	<Page action={<BackToHome />}>
		<EmptyState
			headingLevel="h1"
			title={t('That year is still down the road')}
			action={<LinkButton to="/wrapped">{t('See the last one')}</LinkButton>}
		>
			{t('It is told when it has been driven.')}
		</EmptyState>
	</Page>
)
