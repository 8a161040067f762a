import { DRIVER_KINDS, type DriverKind, kindLabel } from '#contract/driver-kinds.ts'
import { KindMark } from '#look/kind-marks.tsx'

type KindStampProps = {
	kind: DriverKind
	/** False where the preceding text already has the name. */
	isNamed?: boolean
}

export function KindStamp({ kind, isNamed = true }: KindStampProps) {
	const { name, line } = DRIVER_KINDS[kind]
	return (
		<div className="kind-stamp-place">
			<div className="kind-stamp">
				<span className="kind-mark">
					<KindMark kind={kind} />
				</span>
				<div className="min-w-0">
					<p className="kind-name">
						{isNamed ? <span className="sr-only">{kindLabel()}</span> : null}
						{name()}
					</p>
					<p className="kind-line">{line()}</p>
				</div>
			</div>
		</div>
	)
}
