import type { HomeDriver } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { useHideDriver, useUnhideDriver } from '#ui/features/drivers/drivers.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'

/** Takes a driver off the list; the toast has an Undo. */
export function useRemoveDriver(member: { id: UserId } | null) {
	const nobody = 0
	// mutateAsync, as the toasts must come even when the list has been left meanwhile.
	const { mutateAsync: hide } = useHideDriver(member?.id ?? nobody)
	const { mutateAsync: unhide } = useUnhideDriver(member?.id ?? nobody)

	const undo = async (driver: HomeDriver, place: number) => {
		try {
			await unhide({ driver, place })
		} catch (error) {
			const description = serverMessage(error, `${nameOf(driver)} missed the ride back. Please try again.`)
			toast({ title: 'Error', description, variant: 'destructive' })
		}
	}

	return async (driver: HomeDriver, place: number) => {
		if (!member) return askToLogIn()
		try {
			await hide(driver)
			toast({
				title: 'Driver removed',
				description: `${nameOf(driver)} has been removed from your list.`,
				action: { label: 'Undo', onPress: () => void undo(driver, place) },
			})
		} catch (error) {
			if (hasStatus(error, 401)) return askToLogIn()
			const message = serverMessage(error, 'Failed to hide driver')
			toast({ title: 'Error', description: `Failed to remove driver: ${message}`, variant: 'destructive' })
		}
	}
}

const askToLogIn = () =>
	void toast({ title: 'Login required', description: 'You need to log in to remove drivers.', variant: 'destructive' })
