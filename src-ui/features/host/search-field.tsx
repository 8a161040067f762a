import { type FormEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { CrossIcon, SearchIcon } from '#ui/kit/icons.tsx'

/** Long enough to finish a syllable. */
const PAUSE_MS = 250
/** What the server takes; no name is as long. */
const LONGEST = 200

type SearchFieldProps = {
	label: string
	placeholder?: string
	/** What is looked for now: what the address says, so that a reload and 'back' keep it. */
	search: string
	onSearch: (search: string) => void
}

/** Looks while a host types. What they type stays in the field, whatever happens to the list. */
export function SearchField({ label, placeholder, search, onSearch }: SearchFieldProps) {
	const [text, setText] = useState(search)
	const asked = useRef(search)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])
	// The address says something else than was asked for here: it counts.
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
		timer.current = setTimeout(() => ask(text), PAUSE_MS)
	}
	const clear = () => {
		setText('')
		ask('')
	}
	const submit = (event: FormEvent) => {
		event.preventDefault()
		ask(text)
	}

	return (
		<form onSubmit={submit}>
			<TextField
				label={label}
				placeholder={placeholder}
				value={text}
				onChange={type}
				autoComplete="off"
				enterKeyHint="search"
				trailing={
					text === '' ? (
						<SearchIcon className="mr-3 text-muted" />
					) : (
						<IconButton label="Clear search" onPress={clear}>
							<CrossIcon />
						</IconButton>
					)
				}
			/>
		</form>
	)
}
