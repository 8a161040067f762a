import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { HomeDriver } from '#contract/home.ts'
import type { UserId } from '#contract/ids.ts'
import { t } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { type Hiding, hideDriver, placeOnList, unhideDriver } from '#ui/features/drivers/hidden-drivers.api.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { CrossIcon } from '#ui/kit/icons.tsx'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { useSession } from '#ui/session/session-context.ts'

export type RemoveDriverProps = { me: UserId; driver: HomeDriver }

/** The cross on a member's row. It unmounts with the row, so focus moves to the next cross first. */
export function RemoveDriver({ me, driver }: RemoveDriverProps) {
	const session = useSession()
	const queryClient = useQueryClient()
	const cross = useRef<HTMLDivElement>(null)
	const remove = () => {
		const row = cross.current?.closest('li')
		const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
		const next = neighbour?.querySelector('button') ?? document.getElementById('main')
		next?.focus({ preventScroll: true })
		void removeDriver({ me, session, queryClient }, driver)
	}
	return (
		<div ref={cross} className="driver-remove">
			<IconButton label={t('Remove {name}', { name: nameOf(driver) })} onPress={remove}>
				<CrossIcon />
			</IconButton>
		</div>
	)
}

async function removeDriver(hiding: Hiding, driver: HomeDriver) {
	const place = placeOnList(hiding.queryClient, driver)
	try {
		await hideDriver(hiding, driver)
		toast({
			title: t('Driver removed'),
			description: t('{name} has been removed from your list.', { name: nameOf(driver) }),
			action: { label: t('Undo'), onPress: () => void undo(hiding, driver, place) },
		})
	} catch (error) {
		if (hasStatus(error, 401))
			return void toast({
				title: t('Login required'),
				description: t('You need to log in to remove drivers.'),
				variant: 'destructive',
			})
		const message = serverMessage(error, t('Failed to hide driver'))
		const description = t('Failed to remove driver: {message}', { message })
		toast({ title: t('Error'), description, variant: 'destructive' })
	}
}

async function undo(hiding: Hiding, driver: HomeDriver, place: number) {
	try {
		await unhideDriver(hiding, driver, place)
	} catch (error) {
		const description = serverMessage(
			error,
			t('{name} missed the ride back. Please try again.', { name: nameOf(driver) }),
		)
		toast({ title: t('Error'), description, variant: 'destructive' })
	}
}
