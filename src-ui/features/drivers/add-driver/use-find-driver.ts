import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { PublicUser } from '#contract/accounts.ts'
import type { AsMember } from '#ui/features/accounts/sign-up/use-account-first.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { isAccountLost, memberNamed, useAddMember } from '#ui/features/drivers/drivers.api.ts'
import { toast } from '#ui/kit/feedback/toast.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'

const NAME_MIN = 3
const NAME_MAX = 50

export type FindDriverState = ReturnType<typeof useFindDriver>

/** Finding somebody who is on Backseat, and adding them. */
export function useFindDriver(me: RememberedUser, asMember: AsMember) {
	const navigate = useNavigate()
	const track = useTrack()
	const field = useRef<HTMLInputElement>(null)
	const [text, setText] = useState('')
	const [error, setError] = useState<string | null>(null)
	// With the name that was looked for: once the field says something else it is no longer the answer.
	const [answer, setAnswer] = useState<{ name: string; user: PublicUser | null } | null>(null)
	const { mutate: lookUp, isPending: isSearching } = useMutation({ mutationFn: memberNamed })
	const { mutate: addMember, isPending: isAdding } = useAddMember()
	const isUnderway = useFormUnderway()

	const name = text.trim()
	const current = answer?.name === name ? answer : null
	const found = current?.user ?? null

	const type = (typed: string) => {
		setText(typed)
		setError(null)
	}
	const pick = (user: PublicUser) => {
		type(user.username)
		setAnswer({ name: user.username, user })
	}

	const search = () => {
		const wrong = wrongWithName(name)
		setError(wrong)
		if (wrong) {
			field.current?.focus()
			if (name.length < NAME_MIN)
				toast({
					title: 'Username too short',
					description: 'Please enter at least 3 characters to search',
					variant: 'destructive',
				})
			return
		}
		asMember(() =>
			lookUp(name, {
				onSuccess: (user) => {
					setAnswer({ name, user })
					if (!user)
						toast({ title: 'User not found', description: `Nobody called ${name} rides here.`, variant: 'destructive' })
				},
				onError: () =>
					toast({
						title: 'Search failed',
						description: 'Failed to search for user. Please try again.',
						variant: 'destructive',
					}),
			}),
		)
	}

	const add = () => {
		if (isUnderway()) return
		if (found && found.id !== me.id) return asMember((rater) => addAs(rater, found))
		toast({
			title: 'No user found',
			description: 'You must find an existing user first before adding them as a driver.',
			variant: 'destructive',
		})
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
					// The session is known to be lost by now, so this registers first.
					if (isAccountLost(failure)) return asMember((anew) => addAs(anew, driver))
					toast({
						title: 'Failed to add driver',
						description: 'There was an error adding the driver. Please try again.',
						variant: 'destructive',
					})
				},
			},
		)

	return { field, text, type, pick, error, current, search, isSearching, add, isAdding }
}

function wrongWithName(name: string): string | null {
	if (name.length < NAME_MIN) return `Username or email must be at least ${NAME_MIN} characters`
	if (name.length > NAME_MAX) return `Username or email must be at most ${NAME_MAX} characters`
	return null
}
