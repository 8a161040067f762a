import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'

export const fieldClass =
	'w-full min-h-12 rounded-sticker border-2 border-outline bg-surface px-3.5 py-2 text-base text-ink placeholder:text-muted data-invalid:border-bad'

export const errorClass =
	"flex items-baseline gap-1.5 text-sm font-semibold text-bad before:content-['▲'] before:text-[0.7em]"

type FieldWordsProps = {
	label: string
	/** Where the placeholder says it to the eye. */
	isLabelHidden?: boolean
	hint?: ReactNode
	error?: string | null
	children: ReactNode
}

/** Label above, hint and error below; to be used inside a RAC field, which ties them to the input. */
export function FieldWords({ label, isLabelHidden = false, hint, error, children }: FieldWordsProps) {
	return (
		<>
			<Label className={isLabelHidden ? 'sr-only' : 'text-[0.9375rem] font-bold'}>{label}</Label>
			{children}
			{hint ? (
				<Text slot="description" className="text-sm text-pretty text-muted">
					{hint}
				</Text>
			) : null}
			<FieldMessage error={error} />
		</>
	)
}

/** Always there and live, so that a message is read out when it comes. */
export function FieldMessage({ error }: { error?: string | null }) {
	return (
		<div aria-live="polite" className="empty:hidden">
			{error ? <FieldError className={errorClass}>{error}</FieldError> : null}
		</div>
	)
}

/** The same below one of the browser's own controls, which names both by id: `{id}-hint` and `{id}-error`. */
export const PlainFieldWords = ({ id, hint, error }: Pick<FieldWordsProps, 'hint' | 'error'> & { id: string }) => (
	<>
		{hint ? (
			<p id={`${id}-hint`} className="text-sm text-pretty text-muted">
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
