import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CaretIcon } from '#ui/kit/icons.tsx'
import './disclosure-row.css'

type DisclosureRowProps = {
	title: string
	/** The current value, in a few words. */
	note?: ReactNode
	isOpen: boolean
	onToggle: () => void
	children: ReactNode
}

/** Its content is mounted when first opened and then kept, so that closing it loses nothing typed. */
export function DisclosureRow({ title, note, isOpen, onToggle, children }: DisclosureRowProps) {
	const id = useId()
	const button = useRef<HTMLButtonElement>(null)
	const [wasOpened, setWasOpened] = useState(isOpen)
	if (isOpen && !wasOpened) setWasOpened(true)
	const [titleId, noteId, panelId] = [`${id}title`, `${id}note`, `${id}panel`]

	// A row that closes above must not move this one from under the thumb.
	const toggle = () => {
		const top = () => button.current?.getBoundingClientRect().top ?? 0
		const before = top()
		flushSync(onToggle)
		window.scrollBy({ top: top() - before, behavior: 'instant' })
	}
	return (
		<section aria-labelledby={titleId} className="disclosure">
			<div className="disclosure-row">
				<h2 id={titleId} className="disclosure-title">
					<button
						ref={button}
						type="button"
						aria-expanded={isOpen}
						aria-controls={panelId}
						aria-describedby={note ? noteId : undefined}
						onClick={toggle}
					>
						{title}
					</button>
				</h2>
				<p id={noteId} className="disclosure-note">
					{note}
				</p>
				<CaretIcon size={18} className="disclosure-caret" />
			</div>
			<div id={panelId} hidden={!isOpen} className="disclosure-panel">
				{wasOpened ? children : null}
			</div>
		</section>
	)
}
