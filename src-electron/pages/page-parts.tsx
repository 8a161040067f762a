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

/** Moving road dashes; still when the user prefers reduced motion. */
export function Road({ label }: { label: string }) {
	return <div role="progressbar" aria-label={label} className="road" />
}

/** The short name of a server: 'https://rides.example/' is 'rides.example'. Keeps the port, drops the path. */
export function hostOf(address: string): string {
	return URL.parse(address)?.host || address
}

/** The result beside its button. Always rendered as a live region, so that screen readers announce it. */
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
	/** Busy or nothing to do. The button stays focusable, so that keyboard users keep their position. */
	isDisabled?: boolean
	/** Without it the button submits its form. */
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

/** For addresses and links. It sets no maxlength, which would silently cut a pasted link. */
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
				dir="ltr"
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
	/** One sentence that explains the setting. */
	meaning: string
	isOn: boolean
	/** Announced while the switch changes. */
	busy: (isOn: boolean) => string
	action: (isOn: boolean) => ShellAction
	act: Act
}

/** Shows the confirmed state: it moves when the main process reports the change, not on the click. */
export function Switch({ label, meaning, isOn, busy, action, act }: SwitchProps) {
	const turning = useAction(act)
	// `isOn` may change before the work behind it is done.
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
					// biome-ignore lint/a11y/useAriaPropsForRole: `checked` sets the state, and ARIA in HTML forbids aria-checked with it
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
