import { ProgressBar } from 'react-aria-components/ProgressBar'
import { classNames } from '#look/class-names.ts'

export function CenterLine({ className }: { className?: string }) {
	return <hr className={classNames('center-line', className)} />
}

export type CenterLineProgressProps = {
	label: string
	/** 0 to 100. Without it the bar fills within `duration` ms. */
	value?: number
	duration?: number
	isEndless?: boolean
}

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
