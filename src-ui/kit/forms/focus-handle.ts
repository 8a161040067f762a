import { type Ref, type RefObject, useImperativeHandle } from 'react'

/** Lets a form move focus to the first thing that is missing. */
export type FocusHandle = { focus: () => void }

/** Focuses the chosen radio of the group, or its first one. */
export function useRadioGroupFocus(ref: Ref<FocusHandle> | undefined, group: RefObject<HTMLElement | null>) {
	useImperativeHandle(ref, () => ({
		focus: () => {
			const radio = group.current?.querySelector<HTMLInputElement>('input:checked, input')
			radio?.focus()
		},
	}))
}
