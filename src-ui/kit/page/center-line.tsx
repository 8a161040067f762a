import { ProgressBar } from 'react-aria-components/ProgressBar'
import { classNames } from '#look/class-names.ts'

/** A divider that looks like the line of a road. */
export function CenterLine({ className }: { className?: string }) {
	return <hr className={classNames('center-line', className)} />
}

export type CenterLineProgressProps = {
	label: string
	/** 0 to 100. Without it the line fills by itself within `duration` milliseconds. */
	value?: number
	duration?: number
	/** Nobody knows how far it is: the dashes pass by, as they do from a seat. */
	isEndless?: boolean
}

/** A progress bar: the dashes of a road light up from the left. */
export function CenterLineProgress({ label, value, duration = 2000, isEndless = false }: CenterLineProgressProps) {
	const travel: Record<`--${string}`, string> =
		value === undefined ? { '--duration': `${duration}ms` } : { '--travelled': `${value}%` }
	return (
		<ProgressBar
			aria-label={label}
			value={value}
			isIndeterminate={value === undefined}
			className="road"
			style={travel}
			data-runs-by-itself={(value === undefined && !isEndless) || undefined}
			data-endless={isEndless || undefined}
		>
			<span className="road-lit">
				<span className="road-lit-dashes" />
			</span>
		</ProgressBar>
	)
}
