import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Person } from '#contract/host/people.ts'
import { t, tn } from '#contract/text.ts'
import { Receipt } from '#look/receipt.tsx'
import { useActs } from '#ui/features/host/act-dialog.tsx'
import { Ghosts } from '#ui/features/host/ghosts/ghosts.tsx'
import { peopleQuery } from '#ui/features/host/host.api.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice, SkeletonRow } from '#ui/kit/feedback/notice.tsx'
import { PagedList } from '#ui/kit/feedback/paged-list.tsx'
import { SearchField } from '#ui/kit/forms/search-field.tsx'
import { Tabs } from '#ui/kit/navigation/tabs.tsx'
import { T } from '#ui/kit/t.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useMember } from '#ui/session/session-context.ts'
import type { PeopleSearch } from './people-search.ts'
import { PersonRow } from './person-row.tsx'

export function HostPeopleScreen({ search = '', show }: Partial<PeopleSearch>) {
	const navigate = useNavigate()
	const go = ({ search, show }: PeopleSearch) =>
		void navigate({ to: '/host/people', search: { ...(search && { search }), ...(show && { show }) }, replace: true })
	const look = (search: string) => go({ search, show })
	const list = { search, onClear: () => look('') }
	return (
		<HostPage
			path="/host/people"
			title={t('People')}
			lead={t('Everybody who has an account here, and drivers who have none yet. You never see who rated whom.')}
		>
			<div className="flex flex-col gap-4">
				<SearchField label={t('Find somebody')} placeholder={t('Any part of a name')} search={search} onSearch={look} />
				<Tabs
					label={t('Which people')}
					selected={show ?? 'members'}
					onChange={(id) => go({ search, show: id === 'ghosts' ? id : undefined })}
					items={[
						{ id: 'members', title: t('Members'), content: <People {...list} /> },
						{ id: 'ghosts', title: t('Ghosts'), content: <Ghosts {...list} /> },
					]}
				/>
			</div>
		</HostPage>
	)
}

type PeopleProps = { search: string; onClear: () => void }

function People({ search, onClear }: PeopleProps) {
	const me = useMember()?.id
	const list = useRef<HTMLUListElement>(null)
	const query = useInfiniteQuery(peopleQuery(search))
	const { data: people, error, isFetching, isPlaceholderData, hasNextPage } = query

	/** Button of this person's row, or of the next row by name. Reads the DOM, because the rows may have changed. */
	const buttonFor = ({ id, username }: Person) => {
		const rows = [...(list.current?.querySelectorAll('li') ?? [])]
		const isAtOrAfter = ({ dataset }: HTMLElement) => (dataset.username ?? '').toLowerCase() >= username.toLowerCase()
		const row = rows.find(({ dataset }) => dataset.person === `${id}`) ?? rows.find(isAtOrAfter) ?? rows.at(-1)
		return row?.querySelector('button')
	}
	const { ask, show, dialog } = useActs<Person>({ rows: people, focus: buttonFor })

	return (
		<div>
			{people || !error || isFetching ? (
				<p role="status" className="sr-only">
					{people && !isPlaceholderData ? inWords(people.length, hasNextPage) : t('Looking...')}
				</p>
			) : null}
			<PagedList
				query={query}
				loading=""
				onTheWay={<PeopleOnTheWay />}
				failed={(error) => ({
					title: t('Nobody picks up'),
					text: serverMessage(error, t('The list of people did not arrive. Please try again.')),
				})}
				empty={<NobodyFound search={search} onClear={onClear} />}
				moreOnTheWay={t('Calling the names...')}
				stale={stuck}
			>
				{(people, firstNew) => (
					<Receipt torn="both" className="px-4 sm:px-7">
						<ul
							ref={list}
							aria-label={t('People')}
							aria-busy={isPlaceholderData}
							className="@container transition-opacity aria-busy:opacity-60"
						>
							{people.map((person) => (
								<PersonRow
									key={person.id}
									ref={firstNew(person)}
									person={person}
									isMe={person.id === me}
									onAsk={ask}
									onShow={show}
								/>
							))}
						</ul>
					</Receipt>
				)}
			</PagedList>
			{dialog}
		</div>
	)
}

const inWords = (count: number, hasMore: boolean) => {
	if (count === 0) return t('Nobody found')
	return hasMore ? tn('The first # person', 'The first # people', count) : tn('# person', '# people', count)
}

const stuck = (error: unknown) => (
	<div className="mt-5">
		<Notice tone="error" title={t('The list is stuck in traffic')}>
			{serverMessage(error, t('What you see may be old. Please try again.'))}
		</Notice>
	</div>
)

const NobodyFound = ({ search, onClear }: PeopleProps) => (
	<EmptyState
		title={t('Nobody answers to that')}
		action={
			<Button variant="secondary" size="sm" onPress={onClear}>
				{t('Show everybody')}
			</Button>
		}
	>
		<T
			text="No name here has ‘{search}’ in it. Drivers without an account are among the ghosts."
			search={<span className="wrap-anywhere">{search}</span>}
		/>
	</EmptyState>
)

const PeopleOnTheWay = () => (
	<div className="flex flex-col gap-3">
		{[1, 2, 3, 4].map((row) => (
			<SkeletonRow key={row} />
		))}
	</div>
)
