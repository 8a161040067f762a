import { useRef } from 'react'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { CrossIcon } from '#ui/kit/icons.tsx'

/** The cross on a driver's row. It vanishes with the row, so the focus moves on to the next one first. */
export function RemoveDriverButton({ name, onRemove }: { name: string; onRemove: () => void }) {
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
