import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import type { PublicUser } from '#contract/accounts.ts'
import type { AsMember } from '#ui/features/accounts/sign-up/use-account-first.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { isAccountLost, memberNamed, useAddMember } from '#ui/features/drivers/add-driver/add-driver.api.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'

const NAME_MIN = 3
const NAME_MAX = 50
const LOOK_UP = ['look-up-driver']

/** What the search looks for; no call of the API has a name like it. */
const FindDriverForm = v.object({
	driverName: v.pipe(
		v.string(),
		v.minLength(NAME_MIN, `Username or email must be at least ${NAME_MIN} characters`),
		v.maxLength(NAME_MAX, `Username or email must be at most ${NAME_MAX} characters`),
	),
})
type FindDriverForm = v.InferOutput<typeof FindDriverForm>

export type FindDriverState = ReturnType<typeof useFindDriver>

/** Finding somebody who is on Backseat, and adding them. */
export function useFindDriver(me: RememberedUser, asMember: AsMember) {
	const navigate = useNavigate()
	const track = useTrack()
	const [text, setText] = useState('')
	// With the name that was looked for: once the field says something else it is no longer the answer.
	const [answer, setAnswer] = useState<{ name: string; user: PublicUser | null } | null>(null)
	const { mutate: lookUp, isPending: isSearching } = useMutation({ mutationKey: LOOK_UP, mutationFn: memberNamed })
	const { mutate: addMember, isPending: isAdding } = useAddMember()
	const isUnderway = useFormUnderway()
	const form = useContractForm({
		schema: FindDriverForm,
		send: ({ driverName }, handlers) => asMember(() => lookUp(driverName, handlers)),
		onSent: (user: PublicUser | null, { driverName: name }: FindDriverForm) => {
			setAnswer({ name, user })
			if (!user)
				toast({ title: 'User not found', description: `Nobody called ${name} rides here.`, variant: 'destructive' })
		},
		onRefused: () =>
			toast({
				title: 'Search failed',
				description: 'Failed to search for user. Please try again.',
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

	const search = () => {
		form.submit()
		if (name.length < NAME_MIN)
			toast({
				title: 'Username too short',
				description: 'Please enter at least 3 characters to search',
				variant: 'destructive',
			})
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

	return { form, text, setText, pick, current, search, isSearching, add, isAdding }
}
