import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HomeDriver } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import { useViewer } from '#ui/features/accounts/session/session-context.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { homeQuery, useHideDriver, useUnhideDriver } from '#ui/features/drivers/drivers.api.ts'
import { DriverRow } from '#ui/features/drivers/home/driver-row.tsx'
import { TryAgain } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice, SkeletonRow } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'

const SKELETON_ROWS = [1, 2, 3, 4, 5]

/** Who can be rated with one tap. Not suspended: the rest of the home screen stays while this loads or fails. */
export function DriverList() {
	const viewer = useViewer()
	const track = useTrack()
	const member = viewer.kind === 'member' ? viewer.user : null
	const {
		data: home,
		isFetching,
		failureCount,
		errorUpdatedAt,
		refetch,
	} = useQuery({
		...homeQuery,
		// The loader has just asked; when that failed the person decides when to ask again.
		retryOnMount: false,
	})
	const removeDriver = useRemoveDriver(member)

	const noteOpened = (driver: HomeDriver) =>
		track('driver_clicked', {
			user_id: member?.id ?? null,
			user_name: member?.username ?? null,
			driver_id: driver.id,
			driver_name: nameOf(driver),
			is_logged_in: member !== null,
		})

	if (!home && failureCount > 0 && !isFetching)
		return <DriversFailed key={errorUpdatedAt} onTryAgain={() => void refetch()} />
	if (!home) return <DriversOnTheWay />
	if (home.drivers.length === 0) {
		const hasList = member !== null || viewer.kind === 'lost'
		return <EmptyState title={hasList ? 'No drivers yet. Add one to get started!' : 'No drivers found'} />
	}
	return (
		<ul className="flex flex-col gap-3">
			{home.drivers.map((driver, place) => (
				<DriverRow
					key={driver.id}
					driver={driver}
					canRemove={member !== null}
					onOpen={() => noteOpened(driver)}
					onRemove={() => void removeDriver(driver, place)}
				/>
			))}
		</ul>
	)
}

function DriversOnTheWay() {
	return (
		<div className="flex flex-col gap-3">
			<p role="status" className="sr-only">
				Loading drivers...
			</p>
			{SKELETON_ROWS.map((row) => (
				<SkeletonRow key={row} />
			))}
		</div>
	)
}

function DriversFailed({ onTryAgain }: { onTryAgain: () => void }) {
	useEffect(
		() =>
			toast({
				title: 'Error',
				description: 'Failed to load drivers. Please try again.',
				variant: 'destructive',
				isOnScreen: true,
			}),
		[],
	)
	return (
		<Notice tone="error" title="Your drivers are stuck in traffic" action={<TryAgain onPress={onTryAgain} />}>
			Failed to load drivers. Please try again.
		</Notice>
	)
}

/** Takes a driver off the list; the toast has an Undo. */
function useRemoveDriver(member: { id: UserId } | null) {
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
