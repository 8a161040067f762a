import { type KeyboardEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { ComboBox, ComboBoxStateContext, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components/ComboBox'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { CrossIcon } from '#ui/kit/icons.tsx'
import { FieldWords } from './field-words.tsx'

export type SuggestFieldProps<T extends { id: number }> = {
	label: string
	hint?: ReactNode
	error?: string | null
	placeholder?: string
	name?: string
	inputValue: string
	onInputChange: (text: string) => void
	items: T[]
	onPick: (item: T) => void
	renderItem: (item: T) => ReactNode
	textOf: (item: T) => string
	/** Opens the suggestions again each time this changes. */
	opening?: number
	isDisabled?: boolean
	autoFocus?: boolean
}

/** Free text with suggestions; the caller filters them. Enter takes the focused suggestion or else submits the form. */
export function SuggestField<T extends { id: number }>({
	label,
	hint,
	error,
	placeholder,
	items,
	onInputChange,
	onPick,
	renderItem,
	textOf,
	opening = 0,
	...props
}: SuggestFieldProps<T>) {
	const [pickedId, setPickedId] = useState<number | null>(null)
	const input = useRef<HTMLInputElement>(null)
	const clear = () => {
		setPickedId(null)
		onInputChange('')
		input.current?.focus()
	}
	return (
		<ComboBox
			{...props}
			items={items}
			onInputChange={(text) => {
				setPickedId(null)
				onInputChange(text)
			}}
			selectedKey={pickedId}
			allowsCustomValue
			validationBehavior="aria"
			isInvalid={Boolean(error)}
			onSelectionChange={(key) => {
				const item = items.find(({ id }) => id === key)
				setPickedId(item?.id ?? null)
				if (!item) return
				onInputChange(textOf(item))
				onPick(item)
			}}
			className="field"
		>
			<FieldWords label={label} hint={hint} error={error}>
				<EnterSubmits>
					<Input
						ref={input}
						placeholder={placeholder}
						className={classNames('field-input', props.inputValue !== '' && 'field-input-short')}
						autoComplete="off"
						autoCapitalize="none"
						enterKeyHint="search"
						spellCheck={false}
					/>
					{props.inputValue === '' ? null : (
						<div className="absolute inset-y-0 inset-e-0.5 flex items-center">
							{/* Translators: a button: empty the field */}
							<IconButton label={t('Clear')} onPress={clear}>
								<CrossIcon />
							</IconButton>
						</div>
					)}
				</EnterSubmits>
			</FieldWords>
			<OpenWhenSuggestionsArrive hasItems={items.length > 0} opening={opening} />
			<Popover offset={6} className="popover w-(--trigger-width)">
				<ListBox<T> className="max-h-60 overflow-y-auto p-1.5 outline-none">
					{(item) => (
						<ListBoxItem id={item.id} textValue={textOf(item)} className="menu-item">
							{renderItem(item)}
						</ListBoxItem>
					)}
				</ListBox>
			</Popover>
		</ComboBox>
	)
}

/** React Aria closes an open list on Enter and does not submit the form. */
function EnterSubmits({ children }: { children: ReactNode }) {
	const state = useContext(ComboBoxStateContext)
	const submit = (event: KeyboardEvent) => {
		const { target, key, nativeEvent } = event
		if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
		if (!state?.isOpen || state.selectionManager.focusedKey !== null) return
		event.preventDefault()
		event.stopPropagation()
		target.form?.requestSubmit()
	}
	return (
		<div className="relative" onKeyDownCapture={submit}>
			{children}
		</div>
	)
}

/** React Aria opens the list while typing, but suggestions from a server arrive after the last key. */
function OpenWhenSuggestionsArrive({ hasItems, opening }: { hasItems: boolean; opening: number }) {
	const state = useContext(ComboBoxStateContext)
	// Depends only on arrival and `opening`: a list closed with Escape stays closed.
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	useEffect(() => {
		if (hasItems && state?.isFocused && !state.isOpen) state.open(null, 'input')
	}, [hasItems, opening])
	return null
}
