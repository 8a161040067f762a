import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Ref, useRef, useState } from 'react'
import * as v from 'valibot'
import { foldedName } from '#contract/folded-name.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t, tn } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import {
	isAccountLost,
	type LookUp,
	lookUpMember,
	suggestionsQuery,
	useAddMember,
} from '#ui/features/drivers/add-driver/add-driver.api.ts'
import { AlreadyHere } from '#ui/features/drivers/already-here.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import type { AsMember } from '#ui/features/sign-in/sign-up/use-account-first.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { SearchIcon } from '#ui/kit/forms/search-field.tsx'
import { SuggestField } from '#ui/kit/forms/suggest-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { T } from '#ui/kit/t.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'

const NAME_MIN = 3
const NAME_MAX = 50
const LOOK_UP = ['look-up-driver']

const FindDriverForm = v.object({
	driverName: v.pipe(
		v.string(),
		v.minLength(
			NAME_MIN,
			tn('Username or email must be at least # character', 'Username or email must be at least # characters', NAME_MIN),
		),
		v.maxLength(
			NAME_MAX,
			tn('Username or email must be at most # character', 'Username or email must be at most # characters', NAME_MAX),
		),
	),
})
type FindDriverForm = v.InferOutput<typeof FindDriverForm>

type FindDriverState = ReturnType<typeof useFindDriver>

export function useFindDriver(me: RememberedUser, asMember: AsMember, firstText: string) {
	const navigate = useNavigate()
	const track = useTrack()
	const [text, setText] = useState(firstText)
	// Stores the searched name with the result, so that editing the field invalidates it.
	const [answer, setAnswer] = useState<{ name: string; user: PublicUser | null } | null>(null)
	// After Enter the focus is still in the field, where the suggestions answer better than 'User Not Found'.
	const isByEnter = useRef(false)
	const [opening, setOpening] = useState(0)
	const { mutate: lookUp, isPending: isSearching } = useMutation({ mutationKey: LOOK_UP, mutationFn: lookUpMember })
	const { mutate: addMember, isPending: isAdding } = useAddMember()
	const isUnderway = useFormUnderway()
	const form = useContractForm({
		schema: FindDriverForm,
		send: ({ driverName }, handlers) => asMember(() => lookUp(driverName, handlers)),
		onSent: ({ user, similar }: LookUp, { driverName: name }: FindDriverForm) => {
			if (!user && isByEnter.current && similar.some(({ id }) => id !== me.id)) return setOpening((times) => times + 1)
			setAnswer({ name, user })
			if (!user)
				toast({
					title: t('User not found'),
					description: t('Nobody called {name} rides here.', { name }),
					variant: 'destructive',
					isOnScreen: true,
				})
		},
		onRefused: () =>
			toast({
				title: t('Search failed'),
				description: t('Failed to search for user. Please try again.'),
				variant: 'destructive',
			}),
		mutationKey: LOOK_UP,
	})

	const name = text.trim()
	const current = answer?.name === name ? answer : null
	const found = current?.user ?? null

	const pick = (user: PublicUser) => {
		setText(user.username)
		setAnswer({ name: user.username, user })
	}

	const search = (how: 'by-enter' | 'by-button') => {
		isByEnter.current = how === 'by-enter'
		form.submit()
		if (name.length < NAME_MIN)
			toast({
				title: t('Username too short'),
				description: tn(
					'Please enter at least # character to search',
					'Please enter at least # characters to search',
					NAME_MIN,
				),
				variant: 'destructive',
				isOnScreen: true,
			})
	}

	const add = () => {
		if (isUnderway()) return
		if (!found)
			return toast({
				title: t('No user found'),
				description: t('You must find an existing user first before adding them as a driver.'),
				variant: 'destructive',
			})
		if (found.id === me.id)
			return toast({
				title: t('That is you'),
				description: t('Pick somebody else to drive you.'),
				variant: 'destructive',
			})
		asMember((rater) => addAs(rater, found))
	}

	const addAs = (rater: RememberedUser, driver: PublicUser) =>
		addMember(
			{ driver, me: rater.id },
			{
				onSuccess: () => {
					track('driver_added', {
						user_id: rater.id,
						user_name: rater.username,
						driver_id: driver.id,
						driver_name: nameOf(driver),
						is_ghost: false,
					})
					void navigate({ to: '/rating/$id', params: { id: driver.id } })
				},
				onError: (failure) => {
					// The session is known to be lost now, so `asMember` recreates the account first.
					if (isAccountLost(failure)) return asMember((anew) => addAs(anew, driver))
					toast({
						title: t('Failed to add driver'),
						description: t('There was an error adding the driver. Please try again.'),
						variant: 'destructive',
					})
				},
			},
		)

	return { form, text, setText, pick, current, search, opening, isSearching, add, isAdding }
}

export function FindDriver({
	find,
	me,
	autoFocus,
	onAddAsNew,
	onFacePicked,
}: {
	find: FindDriverState
	me: RememberedUser
	autoFocus: boolean
	onAddAsNew: (name: string) => void
	onFacePicked: () => void
}) {
	const suggestions = useSuggestions(find.text, me)
	const field = find.form.field('driverName', find.setText)
	const shown = find.current?.user ? [] : suggestions
	return (
		<>
			<form
				{...find.form.props}
				autoComplete="off"
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault()
					if (find.current?.user) find.add()
					else find.search('by-enter')
				}}
			>
				<div className="flex items-start gap-2">
					<div className="min-w-0 flex-1">
						<SuggestField
							label={t('Username')}
							hint={t('The exact name, or pick a suggestion.')}
							placeholder={t('e.g. grandma.elke')}
							autoFocus={autoFocus}
							name={field.name}
							error={field.error}
							inputValue={find.text}
							onInputChange={field.onChange}
							items={shown}
							opening={find.opening}
							onPick={find.pick}
							textOf={(user) => user.username}
							renderItem={(user) => <Suggestion user={user} />}
						/>
					</div>
					<PendingButton
						variant="secondary"
						className="mt-[1.8rem]"
						isPending={find.isSearching}
						onPress={() => find.search('by-button')}
						aria-label={t('Search')}
					>
						<SearchIcon />
					</PendingButton>
				</div>
				<div aria-live="polite" className="empty:hidden">
					{find.current ? <SearchAnswer answer={find.current} me={me} onAddAsNew={onAddAsNew} /> : null}
				</div>
			</form>
			{find.text.trim() === '' ? (
				<AlreadyHere
					onPick={(person) => {
						find.pick(person)
						onFacePicked()
					}}
				/>
			) : null}
		</>
	)
}

type AddFoundDriverProps = { find: FindDriverState; me: RememberedUser; ref: Ref<HTMLButtonElement> }

/** Looks disabled while nobody is chosen, but answers why. */
export function AddFoundDriver({ find, me, ref }: AddFoundDriverProps) {
	const found = find.current?.user
	return (
		<PendingButton
			ref={ref}
			isBlock
			aria-disabled={!found || found.id === me.id || undefined}
			isPending={find.isAdding}
			onPress={find.add}
		>
			{find.isAdding ? t('Adding...') : t('Add Driver')}
		</PendingButton>
	)
}

function useSuggestions(text: string, me: RememberedUser): PublicUser[] {
	const { data = [] } = useQuery({ ...suggestionsQuery(text, me.id), placeholderData: keepPreviousData })
	const typed = foldedName(text.trim())
	if (typed.length < 2) return []
	// Keeps the previous suggestions that still match until the new ones load.
	return data.filter(({ username, display_name }) => foldedName(`${username}\n${display_name ?? ''}`).includes(typed))
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
				title={t('User Not Found')}
				action={
					<Button size="sm" variant="secondary" className="wrap-anywhere" onPress={() => onAddAsNew(name)}>
						{t('Add "{name}" as a new driver', { name })}
					</Button>
				}
			>
				{t('No user found with that username. Only existing users can be added as drivers.')}
			</Notice>
		)
	if (user.id === me.id)
		return (
			<Notice tone="warn" title={t('That is you')}>
				{t('Nice try, {username}. You cannot sit at the wheel and in the back.', { username: user.username })}
			</Notice>
		)
	const isOnList = home?.drivers.some(({ id }) => id === user.id)
	return (
		<Notice tone="info" title={t('User Found')}>
			<span className="mt-1 flex items-center gap-2.5">
				<Avatar avatarId={user.avatarId} name={nameOf(user)} size="sm" />
				<span className="min-w-0 [overflow-wrap:anywhere]">
					{isOnList ? (
						<T
							text="{driver} is on your list already. This takes you straight to the rating."
							driver={<Found user={user} />}
						/>
					) : (
						<Found user={user} />
					)}
				</span>
			</span>
		</Notice>
	)
}

const Found = ({ user }: { user: PublicUser }) => (
	<>
		<strong>{user.username}</strong>
		{nameOf(user) === user.username ? null : ` (${nameOf(user)})`}
	</>
)
