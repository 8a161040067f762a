import { type CSSProperties, memo, useDeferredValue, useEffect, useState } from 'react'
import { isSearched as isSearchedFrom, nobodyInWords, youRated } from '#contract/first-words/home.ts'
import type { HomeDriver } from '#contract/home.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { useHome } from '#ui/features/drivers/drivers.api.ts'
import { TryAgain } from '#ui/kit/button.tsx'
import { Notice, SkeletonRow } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { useViewer } from '#ui/session/session-context.ts'
import type { Member } from '#ui/session/viewer.ts'
import { DriverRow } from './driver-row.tsx'
import type { DriverSearchProps, Search } from './driver-search.tsx'
import type { OthersHereProps } from './others-here.tsx'
import type { RemoveDriverProps } from './remove-driver.tsx'

const SKELETON_ROWS = [1, 2, 3, 4, 5]

const driverSearch = latePart<DriverSearchProps>(() =>
	import('./driver-search.tsx').then(({ DriverSearch }) => DriverSearch),
)
const othersHere = latePart<OthersHereProps>(() => import('./others-here.tsx').then(({ OthersHere }) => OthersHere))
const removeDriver = latePart<RemoveDriverProps>(() =>
	import('./remove-driver.tsx').then(({ RemoveDriver }) => RemoveDriver),
)
/** The name comparison loads lazily with the search field. */
const EVERYBODY: Search = { text: '', isCalled: () => true }

/** Drivers that can be rated with one tap. It does not suspend, so the rest of home stays while it loads or fails. */
export function DriverList({
	data: home,
	isFetching,
	failureCount,
	errorUpdatedAt,
	refetch,
}: ReturnType<typeof useHome>) {
	const viewer = useViewer()
	const member = viewer.kind === 'member' ? viewer.user : null
	const [search, setSearch] = useState(EVERYBODY)
	const shownSearch = useDeferredValue(search)
	// Stays while it has text, so that drivers removed from the list do not take it away.
	const isSearched = (home !== undefined && isSearchedFrom(home)) || search.text !== ''
	const DriverSearch = useLatePart(driverSearch, isSearched)
	const OthersHere = useLatePart(othersHere, (home?.others?.length ?? 0) > 0)

	if (!home && failureCount > 0 && !isFetching)
		return <DriversFailed key={errorUpdatedAt} onTryAgain={() => void refetch()} />
	if (!home) return <DriversOnTheWay />
	const { drivers, rated = [], others = [] } = home
	if (drivers.length === 0)
		return (
			<div className="home-list">
				<p className="home-empty">{nobodyInWords(viewer.kind === 'visitor' || viewer.kind === 'ended')}</p>
				{OthersHere ? <OthersHere others={others} /> : null}
			</div>
		)
	return (
		<>
			{isSearched ? (
				<div className="home-search">
					{DriverSearch ? (
						<DriverSearch
							search={search.text}
							onSearch={setSearch}
							found={drivers.filter(shownSearch.isCalled).length}
							of={drivers.length}
							isMember={member !== null}
						/>
					) : null}
				</div>
			) : null}
			<div className="home-list">
				{rated.length > 0 ? (
					<>
						<h2>{youRated()}</h2>
						<DriverRows drivers={rated} search={EVERYBODY} member={null} />
					</>
				) : null}
				<DriverRows drivers={drivers} search={shownSearch} member={member} isSmall={rated.length > 0} />
				{OthersHere ? <OthersHere others={others} /> : null}
			</div>
		</>
	)
}

type DriverRowsProps = { drivers: HomeDriver[]; search: Search; member: Member | null; isSmall?: boolean }

const FIRST_SHOWN = 40

/**
 * Memoized by hand, because the React compiler skips home (decision 28): a key press must not re-render all rows before
 * the field updates.
 */
const DriverRows = memo(({ drivers, search, member, isSmall = false }: DriverRowsProps) => {
	const track = useTrack()
	const RemoveDriver = useDeferredValue(useLatePart(removeDriver, member !== null), null)
	const found = drivers.filter(search.isCalled)
	const shown = useDeferredValue(found.length, FIRST_SHOWN)
	const noteOpened = (driver: HomeDriver) =>
		track('driver_clicked', {
			user_id: member?.id ?? null,
			user_name: member?.username ?? null,
			driver_id: driver.id,
			driver_name: nameOf(driver),
			is_logged_in: member !== null,
		})
	return (
		<ul className="driver-rows" style={{ '--count': found.length } as CSSProperties}>
			{found.slice(0, shown).map((driver) => (
				<DriverRow
					key={driver.id}
					driver={driver}
					isRemovable={member !== null}
					isSmall={isSmall}
					onOpen={() => noteOpened(driver)}
				>
					{RemoveDriver && member ? <RemoveDriver me={member.id} driver={driver} /> : null}
				</DriverRow>
			))}
		</ul>
	)
})

function DriversOnTheWay() {
	return (
		<div className="flex flex-col gap-3">
			<p role="status" className="sr-only">
				{t('Loading drivers...')}
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
				title: t('Error'),
				description: t('Failed to load drivers. Please try again.'),
				variant: 'destructive',
				isOnScreen: true,
			}),
		[],
	)
	return (
		<Notice tone="error" title={t('Your drivers are stuck in traffic')} action={<TryAgain onPress={onTryAgain} />}>
			{t('Failed to load drivers. Please try again.')}
		</Notice>
	)
}
