import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { GhostName } from '#contract/names.ts'
import type { AsMember } from '#ui/features/accounts/sign-up/use-account-first.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { useAddGhost } from '#ui/features/drivers/drivers.api.ts'
import { toast } from '#ui/kit/feedback/toast.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'

const WRONG_TURN = 'Looks like there was a speed bump creating this profile. Try again?'

export type NewDriverState = ReturnType<typeof useNewDriver>

/** Adding somebody who is not on Backseat: a ghost, until they claim it. */
export function useNewDriver(asMember: AsMember) {
	const navigate = useNavigate()
	const track = useTrack()
	const field = useRef<HTMLInputElement>(null)
	const [name, setName] = useState('')
	const [error, setError] = useState<string | null>(null)
	const { mutate: addGhost, isPending, isSuccess } = useAddGhost()
	// The form stays a moment longer than the answer takes, until the rating screen is here.
	const isAdded = useRef(false)
	const isUnderway = useFormUnderway()

	const type = (typed: string) => {
		setName(typed)
		setError(null)
	}
	const showAtField = (message: string) => {
		setError(message)
		field.current?.focus()
	}

	const add = () => {
		if (isUnderway() || isAdded.current) return
		const checked = v.safeParse(GhostName, name)
		if (!checked.success) return showAtField(checked.issues[0].message)
		asMember((me) => addGhostAs(me, checked.output))
	}

	const addGhostAs = (me: RememberedUser, name: string) =>
		addGhost(
			{ name, me: me.id },
			{
				onSuccess: (ghost) => {
					isAdded.current = true
					track('driver_added', {
						user_id: me.id,
						user_name: me.username,
						driver_id: ghost.id,
						driver_name: nameOf(ghost),
						is_ghost: true,
					})
					void navigate({ to: '/rating/$id', params: { id: ghost.id } })
				},
				onError: (failure) => {
					const description = serverMessage(failure, WRONG_TURN)
					toast({ title: 'Oops! Driver took a wrong turn 🚦', description, variant: 'destructive' })
					if (failure instanceof ApiError && failure.field === 'username') showAtField(description)
				},
			},
		)

	return { field, name, type, error, add, isPending: isPending || isSuccess }
}
