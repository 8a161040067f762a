import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'

export const errorClass =
	"flex items-baseline gap-1.5 text-sm font-semibold text-bad before:content-['▲'] before:text-[0.7em]"

type FieldWordsProps = {
	label: string
	isLabelHidden?: boolean
	hint?: ReactNode
	error?: string | null
	children: ReactNode
}

/** Use inside a React Aria field, which links label, hint and error to the input. */
export function FieldWords({ label, isLabelHidden = false, hint, error, children }: FieldWordsProps) {
	return (
		<>
			<Label className={isLabelHidden ? 'sr-only' : 'field-label'}>{label}</Label>
			{children}
			{hint ? (
				<Text slot="description" className="field-hint">
					{hint}
				</Text>
			) : null}
			<FieldMessage error={error} />
		</>
	)
}

/** The live region is always rendered, so that a new message is announced. */
export function FieldMessage({ error }: { error?: string | null }) {
	return (
		<div aria-live="polite" className="empty:hidden">
			{error ? <FieldError className={errorClass}>{error}</FieldError> : null}
		</div>
	)
}

/** For native controls, which reference `{id}-hint` and `{id}-error` themselves. */
export const PlainFieldWords = ({ id, hint, error }: Pick<FieldWordsProps, 'hint' | 'error'> & { id: string }) => (
	<>
		{hint ? (
			<p id={`${id}-hint`} className="field-hint">
				{hint}
			</p>
		) : null}
		<div aria-live="polite" className="empty:hidden">
			{error ? (
				<span id={`${id}-error`} className={errorClass}>
					{error}
				</span>
			) : null}
		</div>
	</>
)
