import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PublicUser } from '#contract/accounts.ts'
import { suggestionsQuery } from '#ui/features/drivers/add-driver/add-driver.api.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { SuggestField } from '#ui/kit/forms/suggest-field.tsx'
import { SearchIcon } from '#ui/kit/icons.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import type { FindDriverState } from './use-find-driver.ts'

/** The tab for people who are on Backseat already. */
export function FindDriver({
	find,
	me,
	onAddAsNew,
}: {
	find: FindDriverState
	me: RememberedUser
	/** Nobody is called so here: they become a new driver. */
	onAddAsNew: (name: string) => void
}) {
	const suggestions = useSuggestions(find.text, me)
	const field = find.form.field('driverName', find.setText)
	// Once there is an answer to the name nothing needs to be suggested any more.
	const shown = find.current ? [] : suggestions
	return (
		<form
			{...find.form.props}
			autoComplete="off"
			className="flex flex-col gap-4"
			// Enter. There is no submit button in here, so that it also works while 'Add Driver' is disabled.
			onSubmit={(event) => {
				event.preventDefault()
				find.add()
			}}
		>
			<div className="flex items-start gap-2">
				<div className="min-w-0 flex-1">
					<SuggestField
						label="Username"
						hint="The exact username, or pick a suggestion."
						placeholder="e.g. grandma.elke"
						name={field.name}
						error={field.error}
						inputValue={find.text}
						onInputChange={field.onChange}
						items={shown}
						onPick={find.pick}
						textOf={(user) => user.username}
						renderItem={(user) => <Suggestion user={user} />}
					/>
				</div>
				{/* Beside the field, below its label. */}
				<PendingButton
					variant="secondary"
					className="mt-[1.8rem]"
					isPending={find.isSearching}
					onPress={find.search}
					aria-label="Search"
				>
					<SearchIcon />
				</PendingButton>
			</div>
			<div aria-live="polite" className="empty:hidden">
				{find.current ? <SearchAnswer answer={find.current} me={me} onAddAsNew={onAddAsNew} /> : null}
			</div>
		</form>
	)
}

/** Stays in the page under the tabs. */
export function AddFoundDriver({ find, me }: { find: FindDriverState; me: RememberedUser }) {
	const found = find.current?.user
	return (
		<PendingButton isBlock isDisabled={!found || found.id === me.id} isPending={find.isAdding} onPress={find.add}>
			{find.isAdding ? 'Adding...' : 'Add Driver'}
		</PendingButton>
	)
}

function useSuggestions(text: string, me: RememberedUser): PublicUser[] {
	const { data = [] } = useQuery({ ...suggestionsQuery(text, me.id), placeholderData: keepPreviousData })
	const typed = text.trim().toLowerCase()
	if (typed.length < 2) return []
	// Those of the text before stay until the new ones are here, as far as they still fit.
	return data.filter(({ username, display_name }) =>
		[username, display_name].some((name) => name?.toLowerCase().includes(typed)),
	)
}

function Suggestion({ user }: { user: PublicUser }) {
	return (
		<>
			<Avatar avatarId={user.avatarId} name={nameOf(user)} size="sm" />
			<span className="flex min-w-0 flex-col leading-tight">
				<span className="truncate">{nameOf(user)}</span>
				{nameOf(user) === user.username ? null : <span className="truncate text-sm opacity-75">{user.username}</span>}
			</span>
		</>
	)
}

type SearchAnswerProps = {
	answer: { name: string; user: PublicUser | null }
	me: RememberedUser
	onAddAsNew: (name: string) => void
}

function SearchAnswer({ answer: { name, user }, me, onAddAsNew }: SearchAnswerProps) {
	const { data: home } = useQuery(homeQuery)
	if (!user)
		return (
			<Notice
				tone="warn"
				title="User Not Found"
				action={
					<Button size="sm" variant="secondary" className="wrap-anywhere" onPress={() => onAddAsNew(name)}>
						Add "{name}" as a new driver
					</Button>
				}
			>
				No user found with that username. Only existing users can be added as drivers.
			</Notice>
		)
	if (user.id === me.id)
		return (
			<Notice tone="warn" title="That is you">
				Nice try, {user.username}. You cannot sit at the wheel and in the back.
			</Notice>
		)
	const isOnList = home?.drivers.some(({ id }) => id === user.id)
	return (
		<Notice tone="info" title="User Found">
			<span className="mt-1 flex items-center gap-2.5">
				<Avatar avatarId={user.avatarId} name={nameOf(user)} size="sm" />
				<span className="min-w-0 [overflow-wrap:anywhere]">
					<strong>{user.username}</strong>
					{isOnList ? ' is on your list already. This takes you straight to the rating.' : null}
				</span>
			</span>
		</Notice>
	)
}
