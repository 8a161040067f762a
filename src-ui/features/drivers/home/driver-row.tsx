import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { HomeDriver } from '#contract/drivers.ts'
import { classNames } from '#look/class-names.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { IconButton } from '#ui/kit/button.tsx'
import { CrossIcon } from '#ui/kit/icons.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { StarValue } from '#ui/kit/stars/star-value.tsx'

const HIGHLIGHT_MS = 150

/**
 * One driver of the home list: the row leads to rating them, their face to their profile; for members a cross takes them
 * off the list.
 */
export function DriverRow({
	driver,
	canRemove,
	onOpen,
	onRemove,
}: {
	driver: HomeDriver
	canRemove: boolean
	onOpen: () => void
	onRemove: () => void
}) {
	const { isTapped, openAfterHighlight } = useTapHighlight(driver.id, onOpen)
	const name = nameOf(driver)
	return (
		<li className="relative">
			<BareLink
				to="/rating/$id"
				params={{ id: driver.id }}
				onClick={openAfterHighlight}
				data-tapped={isTapped || undefined}
				className={classNames(
					'sticker sticker-press flex min-h-19 items-center p-3 pl-[min(4.5rem,24vw)] transition-colors duration-150',
					canRemove && 'pr-[min(3.5rem,18vw)]',
					isTapped ? 'bg-taxi text-asphalt' : 'bg-surface',
				)}
			>
				<span className="flex min-w-0 flex-1 flex-col">
					<span className="line-clamp-2 font-display text-[1.0625rem] leading-snug font-bold [overflow-wrap:anywhere]">
						{name}
					</span>
					<span className={classNames('text-sm', isTapped ? 'text-asphalt' : 'text-muted')}>
						<DriverSummary driver={driver} />
					</span>
				</span>
			</BareLink>
			<BareLink to="/profile/$id" params={{ id: driver.id }} aria-label={`Profile of ${name}`} className="face-on-row">
				<Avatar avatarId={driver.avatarId} name={name} isUnclaimedGhost={isUnclaimedGhost(driver)} />
			</BareLink>
			{canRemove ? <RemoveDriverButton name={name} onRemove={onRemove} /> : null}
		</li>
	)
}

const isUnclaimedGhost = (driver: HomeDriver) => driver.isGhost && driver.claimedById === null

function DriverSummary({ driver }: { driver: HomeDriver }) {
	if (isUnclaimedGhost(driver)) return 'not on Backseat yet'
	if (driver.totalRides === 0) return 'no rides rated yet'
	return (
		<>
			<StarValue value={driver.averageStar} /> · {driver.totalRides} {driver.totalRides === 1 ? 'ride' : 'rides'}
		</>
	)
}

/** The cross on a driver's row. It vanishes with the row, so the focus moves on to the next one first. */
function RemoveDriverButton({ name, onRemove }: { name: string; onRemove: () => void }) {
	const place = useRef<HTMLDivElement>(null)
	const remove = () => {
		const row = place.current?.closest('li')
		const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
		const next = neighbour?.querySelector('button') ?? document.getElementById('main')
		next?.focus({ preventScroll: true })
		onRemove()
	}
	return (
		<div ref={place} className="absolute inset-y-0 right-1.5 flex items-center">
			<IconButton label={`Remove ${name}`} onPress={remove} className="text-muted">
				<CrossIcon />
			</IconButton>
		</div>
	)
}

/** A tapped row lights up for a moment, and then opens; the rating screen is being fetched meanwhile. */
function useTapHighlight(driverId: number, onOpen: () => void) {
	const navigate = useNavigate()
	const [isTapped, setIsTapped] = useState(false)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])

	const openAfterHighlight = (event: MouseEvent) => {
		const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
		if (opensElsewhere) return onOpen()
		event.preventDefault()
		if (isTapped) return
		onOpen()
		setIsTapped(true)
		timer.current = setTimeout(() => {
			setIsTapped(false)
			void navigate({ to: '/rating/$id', params: { id: driverId } })
		}, HIGHLIGHT_MS)
	}
	return { isTapped, openAfterHighlight }
}
