import { type ComponentProps, type ReactNode, startTransition, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '#look/class-names.ts'
import { afterPaint } from '#ui/kit/after-paint.ts'
import { errorClass } from './field-words.tsx'

/*
 * Radio buttons of the browser, in our look. The browser checks a tapped one by itself and form.css paints from that, so a
 * tap is on the screen before React has heard of it. From the finger to the paint the page works 12 ms, and 8 the next time;
 * it was 18 and 13 when React Aria's eleven radio buttons were rendered first (decision 29).
 */

type RadioGroupProps = Omit<ComponentProps<'div'>, 'role'> & {
	label: string
	/** Hidden ones are still read out. */
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
			{/* A message takes the place of the label, or has its own: what can be chosen must not move under a finger. */}
			<span id={labelId} className={isLabelVisible && !error ? 'text-[0.9375rem] font-bold' : 'sr-only'}>
				{label}
			</span>
			{isLabelVisible ? null : children}
			<div aria-live="polite" className={isLabelVisible ? 'empty:hidden' : 'min-h-5'}>
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
	/** Of the group: the chosen value travels with the form under it. */
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
	// Not `checked`: until it has rendered, React would put back what was chosen before.
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
