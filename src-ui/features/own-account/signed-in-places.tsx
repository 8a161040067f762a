import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from '#contract/own-account.ts'
import { t, tn } from '#contract/text.ts'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { T } from '#ui/kit/t.tsx'
import { momentInWords } from '#ui/platform/dates-and-figures.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { sayWhyRefused, sessionsQuery, useLogOutEverywhereElse } from './own-account.api.ts'

export const SIGNED_IN_HEADING = t("Where you're signed in")

export function SignedInPlaces({ me }: { me: RememberedUser }) {
	const query = useQuery(sessionsQuery(me.id))
	return (
		<Loaded
			query={query}
			loading={t('Looking where you are signed in...')}
			onTheWay={<PlaceOnTheWay />}
			failed={() => ({
				title: t('The list is stuck in traffic'),
				text: t('Where you are signed in could not be found out just now.'),
			})}
		>
			{(sessions) => <Places me={me} sessions={sessions} />}
		</Loaded>
	)
}

function Places({ me, sessions }: { me: RememberedUser; sessions: OwnSession[] }) {
	const logOut = useLogOutEverywhereElse(me.id)
	const others = sessions.filter(({ isCurrent }) => !isCurrent).length

	const logOutElsewhere = () =>
		logOut.mutate(undefined, {
			onSuccess: ({ ended }) => toast({ title: t('Logged out everywhere else'), description: endedInWords(ended) }),
			onError: (error) => sayWhyRefused(error, t('Still logged in elsewhere')),
		})

	return (
		<>
			<ul aria-label={SIGNED_IN_HEADING} className="flex flex-col gap-2.5">
				{sessions.map((session, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: sessions have no public id
					<Place key={place} session={session} />
				))}
			</ul>
			{others > 0 ? (
				<PendingButton
					variant="secondary"
					isBlock
					className="mt-4"
					isPending={logOut.isPending}
					onPress={logOutElsewhere}
				>
					{t('Log out everywhere else ({others})', { others })}
				</PendingButton>
			) : (
				<p className="mt-3 text-muted">{t('Only here. Nobody else has a key to your seat.')}</p>
			)}
		</>
	)
}

function Place({ session: { browser, isCurrent, signedInAt } }: { session: OwnSession }) {
	return (
		<li className="sticker sticker-flat flex items-center gap-3 bg-surface px-4 py-2.5">
			<div className="min-w-0 flex-1">
				<p className="leading-snug font-semibold">{browser ? browserInWords(browser) : t('Some browser')}</p>
				<p className="text-sm text-muted">
					<T text="since {moment}" moment={<time dateTime={signedInAt}>{momentInWords(signedInAt)}</time>} />
				</p>
			</div>
			{isCurrent ? (
				<span className="flex-none rounded-md bg-taxi px-2 py-0.5 font-display text-sm font-bold text-asphalt">
					{/* Translators: a tag at this browser, at most 16 characters */}
					{t('This one')}
				</span>
			) : null}
		</li>
	)
}

/** Translates the server's 'Firefox on Linux'. */
function browserInWords(browser: string): string {
	const [name = '', system] = browser.split(' on ')
	const program = name === 'Desktop app' ? t('Desktop app') : name
	// Translators: a browser and its system, as in 'Firefox on Linux'
	return system === undefined ? program : t('{program} on {system}', { program, system })
}

const PlaceOnTheWay = () => (
	<div aria-hidden="true" className="sticker sticker-flat flex flex-col gap-2 bg-surface px-4 py-3.5">
		<Skeleton className="h-4 w-2/5" />
		<Skeleton className="h-3 w-1/4" />
	</div>
)

const endedInWords = (ended: number) => {
	if (ended === 0) return t('There was nobody left to log out.')
	return tn('One other place has been logged out.', '# other places have been logged out.', ended)
}
