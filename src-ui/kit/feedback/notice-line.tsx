import type { ReactNode } from 'react'
import { IconButton } from '#ui/kit/button.tsx'
import { CrossIcon } from '#ui/kit/icons.tsx'

type NoticeLineProps = {
	label: string
	putAwayLabel: string
	onPutAway: () => void
	icon?: ReactNode
	/** A link, a button or text with the class `notice-words`. */
	children: ReactNode
}

/** A notice with one action, which can be put away. Three lines fit into the height that home reserves. */
export function NoticeLine({ label, putAwayLabel, onPutAway, icon, children }: NoticeLineProps) {
	const putAway = () => {
		document.getElementById('main')?.focus({ preventScroll: true })
		onPutAway()
	}
	return (
		<section aria-label={label} className="notice-line">
			{icon}
			{children}
			<IconButton label={putAwayLabel} onPress={putAway} className="flex-none">
				<CrossIcon />
			</IconButton>
		</section>
	)
}
