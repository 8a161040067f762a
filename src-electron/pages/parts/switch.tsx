import { useId, useState } from 'react'
import { type Act, useAction } from '#desktop/pages/shell-store.ts'
import type { ShellAction } from '#desktop/shell/shell-calls.ts'
import { Outcome } from './outcome.tsx'

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
