import { type ReactNode, type Ref, useId, useState } from 'react'
import type { ShellAction } from '#desktop/shell/bridge.ts'
import { buttonClass } from '#look/class-names.ts'
import { Logo } from '#look/shapes.tsx'
import { type Act, useAction } from './shell-store.ts'

export function PageHead({ title }: { title: string }) {
	return (
		<header className="page-head">
			<Logo size={52} />
			<h1>{title}</h1>
		</header>
	)
}

/** Dashes going by, as far as it may be. */
export function Road({ label }: { label: string }) {
	return <div role="progressbar" aria-label={label} className="road" />
}

/** What people call a server: 'https://rides.example/' is 'rides.example'. The port stays, the path goes. */
export function hostOf(address: string): string {
	return URL.parse(address)?.host || address
}

/** Beside what was pressed. Always there and live, so that words are read out when they come. */
export function Outcome({ children, isBad, id }: { children?: ReactNode; isBad?: boolean; id?: string }) {
	return (
		<div id={id} aria-live="polite" className="outcome" data-tone={isBad ? 'bad' : undefined}>
			{children}
		</div>
	)
}

type ButtonProps = {
	children: ReactNode
	isPrimary?: boolean
	/** Something is being done, or there is nothing to do. It keeps the focus, so that the keyboard stays where it was. */
	isDisabled?: boolean
	/** Without it the button sends its form. */
	onPress?: () => void
}

export function Button({ children, isPrimary, isDisabled, onPress }: ButtonProps) {
	return (
		<button
			type={onPress ? 'button' : 'submit'}
			className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}
			aria-disabled={isDisabled ? true : undefined}
			data-disabled={isDisabled ? true : undefined}
			onClick={(event) => {
				if (isDisabled) event.preventDefault()
				else onPress?.()
			}}
		>
			{children}
		</button>
	)
}

type TextFieldProps = {
	label: string
	value: string
	onChange: (value: string) => void
	hint?: string
	error?: string | null
	placeholder?: string
	ref?: Ref<HTMLInputElement>
}

/** For addresses and links. No maxlength: a paste that loses its end without a word helps nobody. */
export function TextField({ label, value, onChange, hint, error, placeholder, ref }: TextFieldProps) {
	const id = useId()
	const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			<input
				id={id}
				ref={ref}
				type="text"
				inputMode="url"
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				placeholder={placeholder}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy || undefined}
			/>
			<Outcome id={`${id}-error`} isBad>
				{error}
			</Outcome>
			{hint ? (
				<p id={`${id}-hint`} className="muted">
					{hint}
				</p>
			) : null}
		</div>
	)
}

type SwitchProps = {
	label: string
	/** What it means, in a sentence. */
	meaning: string
	isOn: boolean
	/** Said while it is being turned on, or off. */
	busy: (isOn: boolean) => string
	action: (isOn: boolean) => ShellAction
	act: Act
}

/** Shows what is true, not what was asked for: it moves when the main process says so. */
export function Switch({ label, meaning, isOn, busy, action, act }: SwitchProps) {
	const turning = useAction(act)
	// `isOn` may turn before the work behind it is done.
	const [wanted, setWanted] = useState(isOn)
	const id = useId()

	function turn() {
		if (turning.isBusy) return
		setWanted(!isOn)
		void turning.run(action(!isOn))
	}

	return (
		<div className="stack-tight">
			<label className="switch">
				<span id={`${id}-label`} className="switch-label">
					{label}
				</span>
				<input
					type="checkbox"
					// biome-ignore lint/a11y/useAriaPropsForRole: `checked` says it; ARIA in HTML forbids saying it twice
					role="switch"
					checked={isOn}
					onChange={turn}
					aria-disabled={turning.isBusy ? true : undefined}
					aria-labelledby={`${id}-label`}
					aria-describedby={`${id}-meaning`}
				/>
				<span id={`${id}-meaning`} className="muted">
					{meaning}
				</span>
			</label>
			<Outcome isBad={!turning.isBusy}>{turning.isBusy ? busy(wanted) : turning.message}</Outcome>
		</div>
	)
}
