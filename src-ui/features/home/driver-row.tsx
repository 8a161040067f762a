import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { HomeDriver } from '#contract/drivers.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { RidesInWords } from './rides-in-words.tsx'

const HIGHLIGHT_MS = 150

export function DriverRow({
	driver,
	isRemovable,
	onOpen,
	children,
}: {
	driver: HomeDriver
	isRemovable: boolean
	onOpen: () => void
	children?: ReactNode
}) {
	const { isTapped, openAfterHighlight } = useTapHighlight(driver.id, onOpen)
	const name = nameOf(driver)
	return (
		<li className="driver">
			<BareLink
				to="/rating/$id"
				params={{ id: driver.id }}
				onClick={openAfterHighlight}
				data-tapped={isTapped || undefined}
				data-removable={isRemovable || undefined}
				className="driver-link sticker sticker-press"
			>
				<span className="driver-name">{name}</span>
				<span className="driver-summary">
					<DriverSummary driver={driver} />
				</span>
			</BareLink>
			<BareLink to="/profile/$id" params={{ id: driver.id }} aria-label={`Profile of ${name}`} className="face-on-row">
				<Avatar avatarId={driver.avatarId} name={name} isUnclaimedGhost={isUnclaimedGhost(driver)} />
			</BareLink>
			{children}
		</li>
	)
}

const isUnclaimedGhost = (driver: HomeDriver) => driver.isGhost && driver.claimedById === null

function DriverSummary({ driver }: { driver: HomeDriver }) {
	if (isUnclaimedGhost(driver)) return 'not on Backseat yet'
	return driver.totalRides === 0 ? 'no rides rated yet' : <RidesInWords of={driver} />
}

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
