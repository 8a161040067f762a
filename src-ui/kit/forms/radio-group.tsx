import { type ComponentProps, type ReactNode, startTransition, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '#look/class-names.ts'
import { afterPaint } from '#ui/kit/after-paint.ts'
import { errorClass } from './field-words.tsx'

/* Native radio buttons: the browser checks a tapped one and form.css paints from that, before React renders. From
   tap to paint takes 12 ms, then 8; with React Aria's eleven radio buttons it was 18 and 13 (decision 29). */

type RadioGroupProps = Omit<ComponentProps<'div'>, 'role'> & {
	label: string
	/** If false, only screen readers get it. */
	isLabelVisible?: boolean
	error?: string | null | undefined
	isReadOnly?: boolean
}

export function RadioGroup({
	label,
	isLabelVisible = true,
	error,
	isReadOnly = false,
	'aria-describedby': describedBy,
	children,
	...props
}: RadioGroupProps) {
	const labelId = useId()
	const errorId = useId()
	return (
		<div
			{...props}
			role="radiogroup"
			aria-labelledby={labelId}
			aria-describedby={error ? errorId : describedBy}
			aria-invalid={error ? true : undefined}
			aria-readonly={isReadOnly || undefined}
			data-invalid={error ? true : undefined}
		>
			{/* An error replaces the label or has its own line, so that options do not move under a finger. */}
			<span id={labelId} className={isLabelVisible && !error ? 'field-label' : 'sr-only'}>
				{label}
			</span>
			{isLabelVisible ? null : children}
			<div aria-live="polite" className={isLabelVisible ? 'empty:hidden' : 'star-error'}>
				{error ? (
					<span id={errorId} className={classNames(errorClass, isLabelVisible && 'min-h-[1.40625rem]')}>
						{error}
					</span>
				) : null}
			</div>
			{isLabelVisible ? children : null}
		</div>
	)
}

type RadioProps = Omit<ComponentProps<'label'>, 'onChange'> & {
	name: string
	value: string
	isChosen: boolean
	onChoose: () => void
	isReadOnly?: boolean
	'aria-label'?: string
	children: ReactNode
}

export function Radio({
	name,
	value,
	isChosen,
	onChoose,
	isReadOnly = false,
	'aria-label': label,
	className,
	children,
	...props
}: RadioProps) {
	const input = useRef<HTMLInputElement>(null)
	// Not a `checked` prop: React would restore the previous choice until it has rendered.
	useLayoutEffect(() => {
		if (input.current) input.current.checked = isChosen
	}, [isChosen])
	return (
		<label {...props} className={`radio ${className}`}>
			<input
				ref={input}
				type="radio"
				className="sr-only"
				name={name}
				value={value}
				defaultChecked={isChosen}
				aria-label={label}
				disabled={isReadOnly && !isChosen}
				onChange={() => afterPaint(() => startTransition(onChoose))}
			/>
			{children}
		</label>
	)
}
