import { ProgressBar } from 'react-aria-components/ProgressBar'
import { classNames } from '#look/class-names.ts'

/** A stretch of road as divider. */
export function CenterLine({ className }: { className?: string }) {
	return <hr className={classNames('center-line', className)} />
}

export type CenterLineProgressProps = {
	label: string
	/** 0 to 100. Without it the line fills by itself within `duration` milliseconds. */
	value?: number
	duration?: number
}

/** The dashes light up as far as we have come. */
export function CenterLineProgress({ label, value, duration = 2000 }: CenterLineProgressProps) {
	const travel: Record<`--${string}`, string> =
		value === undefined ? { '--duration': `${duration}ms` } : { '--travelled': `${value}%` }
	return (
		<ProgressBar
			aria-label={label}
			value={value}
			isIndeterminate={value === undefined}
			className="road"
			style={travel}
			data-runs-by-itself={value === undefined || undefined}
		>
			<span className="road-lit">
				<span className="road-lit-dashes" />
			</span>
		</ProgressBar>
	)
}
