import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import type { GhostWithToken } from '#contract/drivers.ts'
import { GhostName } from '#contract/names.ts'
import type { AsMember } from '#ui/features/accounts/sign-up/use-account-first.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { useAddGhost } from '#ui/features/drivers/add-driver/add-driver.api.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'

const WRONG_TURN = 'Looks like there was a speed bump creating this profile. Try again?'

/** Not named `username` as in the contract: browsers would fill in the person's own. */
const NewDriverForm = v.object({ driverName: GhostName })

export type NewDriverState = ReturnType<typeof useNewDriver>

/** Adding somebody who is not on Backseat: a ghost, until they claim it. */
export function useNewDriver(asMember: AsMember) {
	const navigate = useNavigate()
	const track = useTrack()
	const [name, setName] = useState('')
	const { mutate: addGhost, isPending, isSuccess } = useAddGhost()
	const form = useContractForm({
		schema: NewDriverForm,
		send: ({ driverName }, { onSuccess, onError }) =>
			asMember((me) =>
				addGhost(
					{ name: driverName, me: me.id },
					{
						onSuccess: (ghost) => {
							track('driver_added', {
								user_id: me.id,
								user_name: me.username,
								driver_id: ghost.id,
								driver_name: nameOf(ghost),
								is_ghost: true,
							})
							onSuccess(ghost)
						},
						onError,
					},
				),
			),
		onSent: ({ id }: GhostWithToken) => void navigate({ to: '/rating/$id', params: { id } }),
		onRefused: (failure) => {
			const description = serverMessage(failure, WRONG_TURN)
			toast({ title: 'Oops! Driver took a wrong turn 🚦', description, variant: 'destructive' })
			if (failure instanceof ApiError && failure.field === 'username') form.refuse('driverName', description)
		},
		// It stays a moment longer than the answer takes, until the rating screen is here.
		isSentForGood: true,
	})

	return { form, name, setName, isPending: isPending || isSuccess }
}
