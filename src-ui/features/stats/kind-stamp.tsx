import { DRIVER_KINDS, type DriverKind } from '#contract/driver-kinds.ts'
import { classNames } from '#look/class-names.ts'
import { KindMark } from '#look/kind-marks.tsx'

type KindStampProps = {
	kind: DriverKind
	/** False where the preceding text already has the name. */
	isNamed?: boolean
	className?: string
}

export function KindStamp({ kind, isNamed = true, className }: KindStampProps) {
	const { name, line } = DRIVER_KINDS[kind]
	return (
		<div className={classNames('kind-stamp-place', className)}>
			<div className="kind-stamp">
				<span className="kind-mark">
					<KindMark kind={kind} />
				</span>
				<div className="min-w-0">
					<p className="kind-name">
						{isNamed ? <span className="sr-only">Kind of driver: </span> : null}
						{name}
					</p>
					<p className="kind-line">{line}</p>
				</div>
			</div>
		</div>
	)
}
