import { useNavigate } from '@tanstack/react-router'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { SearchField } from '#ui/features/host/lists/search-field.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { PeopleList } from './people-list.tsx'

/** `search`: from the address. */
export function HostPeopleScreen({ search = '' }: { search?: string | undefined }) {
	const navigate = useNavigate()
	const look = (search: string) =>
		void navigate({ to: '/host/people', search: search ? { search } : {}, replace: true })
	return (
		<HostPage
			path="/host/people"
			title="People"
			lead={
				<p>
					Everybody with a seat and a key to it. What was said in which car stays in that car.{' '}
					<TextLink to="/host/invitations">Invite somebody</TextLink>
				</p>
			}
		>
			<div className="flex flex-col gap-5">
				<SearchField label="Find somebody" placeholder="Any part of a name" search={search} onSearch={look} />
				<PeopleList search={search} onClear={() => look('')} />
			</div>
		</HostPage>
	)
}
