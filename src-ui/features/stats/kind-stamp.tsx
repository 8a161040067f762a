import { DRIVER_KINDS, type DriverKind } from '#contract/driver-kinds.ts'
import { classNames } from '#look/class-names.ts'
import { KindMark } from '#look/kind-marks.tsx'

/** What kind of driver somebody is, stamped onto whatever it stands on: its mark, name and line. */
export function KindStamp({ kind, className }: { kind: DriverKind; className?: string }) {
	const { name, line } = DRIVER_KINDS[kind]
	return (
		<div className={classNames('kind-stamp-place', className)}>
			<div className="kind-stamp">
				<span className="kind-mark">
					<KindMark kind={kind} />
				</span>
				<div className="min-w-0">
					<p className="kind-name">
						<span className="sr-only">Kind of driver: </span>
						{name}
					</p>
					<p className="kind-line">{line}</p>
				</div>
			</div>
		</div>
	)
}
