import { foldedName } from '#contract/folded-name.ts'
import type { HomeDriver } from '#contract/home.ts'
import { t, tn } from '#contract/text.ts'
import { SearchField } from '#ui/kit/forms/search-field.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'

export type Search = { text: string; isCalled: (driver: HomeDriver) => boolean }

export type DriverSearchProps = {
	search: string
	onSearch: (search: Search) => void
	found: number
	of: number
	isMember: boolean
}

/** Matches any part of either name, ignoring case and accents. */
function isCalled(text: string): Search['isCalled'] {
	const wanted = foldedName(text)
	return ({ username, display_name }) => foldedName(`${username}\n${display_name ?? ''}`).includes(wanted)
}

export function DriverSearch({ search, onSearch, found, of, isMember }: DriverSearchProps) {
	return (
		<div>
			<SearchField
				label={t('Search your drivers')}
				isLabelHidden
				placeholder={t('Any part of a name')}
				search={search}
				onSearch={(text) => onSearch({ text, isCalled: isCalled(text) })}
				isInstant
			/>
			<p role="status" className="mt-2 text-sm text-muted empty:hidden">
				{/* Translators: how many drivers of the list have the name that was searched */}
				{search === '' || found === 0 ? null : tn('{found} of # drivers', '{found} of # drivers', of, { found })}
				{search !== '' && found === 0 ? t('Nobody on your list is called "{search}".', { search }) : null}
			</p>
			{isMember && search !== '' && found === 0 ? (
				<LinkButton
					to="/add-driver"
					search={{ tab: 'find', name: search }}
					variant="secondary"
					size="sm"
					className="mt-3 wrap-anywhere"
				>
					{t('Find "{search}" on Backseat', { search })}
				</LinkButton>
			) : null}
		</div>
	)
}
