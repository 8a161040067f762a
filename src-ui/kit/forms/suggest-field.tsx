import { type ReactNode, useContext, useEffect, useState } from 'react'
import { ComboBox, ComboBoxStateContext, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components/ComboBox'
import { FieldWords, fieldClass } from './field-words.tsx'

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
	isDisabled?: boolean
	autoFocus?: boolean
}

/** Free text with suggestions; the caller filters them. */
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
	...props
}: SuggestFieldProps<T>) {
	const [pickedId, setPickedId] = useState<number | null>(null)
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
			className="flex flex-col gap-1.5"
		>
			<FieldWords label={label} hint={hint} error={error}>
				<Input
					placeholder={placeholder}
					className={fieldClass}
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
				/>
			</FieldWords>
			<OpenWhenSuggestionsArrive hasItems={items.length > 0} />
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

/** React Aria opens the list while typing, but suggestions from a server arrive after the last key. */
function OpenWhenSuggestionsArrive({ hasItems }: { hasItems: boolean }) {
	const state = useContext(ComboBoxStateContext)
	// Depends only on arrival: a list closed with Escape stays closed.
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	useEffect(() => {
		if (hasItems && state?.isFocused && !state.isOpen) state.open(null, 'input')
	}, [hasItems])
	return null
}
