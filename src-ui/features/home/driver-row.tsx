import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isUnclaimedGhost, summaryOf } from '#contract/first-words/home.ts'
import type { HomeDriver } from '#contract/home.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import type { AnswerOnRowProps } from './answer-on-row.tsx'
import { Summary } from './summary.tsx'

const HIGHLIGHT_MS = 150

export function DriverRow({
	driver,
	isRemovable,
	isSmall,
	onOpen,
	children,
}: {
	driver: HomeDriver
	isRemovable: boolean
	isSmall: boolean
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
				data-small={isSmall || undefined}
				className="driver-link sticker sticker-press"
			>
				<Avatar
					avatarId={driver.avatarId}
					name={name}
					size={isSmall ? 'sm' : 'md'}
					isUnclaimedGhost={isUnclaimedGhost(driver)}
				/>
				<span className="row-words">
					<span className="driver-name">{name}</span>
					<span className="driver-summary">
						<DriverSummary driver={driver} />
					</span>
				</span>
			</BareLink>
			{children}
		</li>
	)
}

const answerOnRow = latePart<AnswerOnRowProps>(() =>
	import('./answer-on-row.tsx').then(({ AnswerOnRow }) => AnswerOnRow),
)

function DriverSummary({ driver }: { driver: HomeDriver }) {
	const AnswerOnRow = useLatePart(answerOnRow, driver.answer !== undefined)
	if (AnswerOnRow && driver.answer) return <AnswerOnRow answer={driver.answer} />
	return <Summary of={summaryOf(driver)} />
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
