import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '#contract/text.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { CrossIcon, Icon, type IconProps } from '#ui/kit/icons.tsx'

// Kept out of icons.tsx, which every page loads.
export const SearchIcon = (props: IconProps) => (
	<Icon {...props}>
		<circle cx="10.5" cy="10.5" r="6" />
		<path d="M15.5 15.5L20.5 20.5" />
	</Icon>
)

const PAUSE_MS = 250
/** The server's limit. */
const LONGEST = 200

type SearchFieldProps = {
	label: string
	isLabelHidden?: boolean
	placeholder?: string
	search: string
	onSearch: (search: string) => void
	/** Searches on each keystroke, for lists that are already loaded. */
	isInstant?: boolean
}

/** Searches while typing. The input keeps the typed text whatever happens to the list; Escape clears it. */
export function SearchField({ search, onSearch, isInstant = false, ...words }: SearchFieldProps) {
	const [text, setText] = useState(search)
	const asked = useRef(search)
	const form = useRef<HTMLFormElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])
	// `search` changed from outside, so it replaces the typed text.
	useEffect(() => {
		if (search === asked.current) return
		asked.current = search
		setText(search)
	}, [search])

	const ask = (text: string) => {
		clearTimeout(timer.current)
		asked.current = text.trim().slice(0, LONGEST)
		if (asked.current !== search) onSearch(asked.current)
	}
	const type = (text: string) => {
		setText(text)
		clearTimeout(timer.current)
		if (isInstant) ask(text)
		else timer.current = setTimeout(() => ask(text), PAUSE_MS)
	}
	const clear = () => {
		form.current?.querySelector('input')?.focus()
		setText('')
		ask('')
	}
	const submit = (event: FormEvent) => {
		event.preventDefault()
		ask(text)
	}
	const clearOnEscape = (event: KeyboardEvent) => {
		if (event.key !== 'Escape' || text === '') return
		event.preventDefault()
		clear()
	}

	return (
		<form ref={form} onSubmit={submit} onKeyDown={clearOnEscape}>
			<TextField
				{...words}
				value={text}
				onChange={type}
				autoComplete="off"
				enterKeyHint="search"
				trailing={
					text === '' ? (
						<SearchIcon className="me-3 text-muted" />
					) : (
						<IconButton label={t('Clear search')} onPress={clear}>
							<CrossIcon />
						</IconButton>
					)
				}
			/>
		</form>
	)
}
